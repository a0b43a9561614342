import type { ReactNode, RefObject } from 'react'
import { CommandAlert } from './CommandAlert.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { EnterForm } from './EnterForm.tsx'
import type { Saving } from './use-saving.ts'

type CommandDialogProps = {
  open: boolean
  title: string
  /** What follows from it. */
  text?: ReactNode
  /** The verb on the button: 删除, 停用. */
  verb: string
  danger?: boolean
  wide?: boolean
  /** Why it may not be done now, as a sentence. */
  refusal?: string | null
  /** Why it may not be done any more, said in it too. */
  closed?: string | null
  /** Of `useSaving`. */
  saving: Saving
  onConfirm: () => void
  onClose: () => void
  /** Offered where the failure was that somebody else had changed it. */
  onRefresh?: () => void
  /** Of `useForm`, where fields belong to the decision; Enter in one of them confirms. */
  form?: RefObject<HTMLFormElement | null>
  /** Those fields. */
  children?: ReactNode
  /** Below what went wrong: the way out of it. */
  after?: ReactNode
}

/** A question whose yes is a command: why it was not taken stands in it, and it closes once it is done. */
export function CommandDialog({
  saving: { error, busy },
  refusal: untilReady = null,
  closed = null,
  onClose,
  onRefresh,
  form,
  children,
  after,
  ...question
}: CommandDialogProps) {
  const refusal = closed ?? untilReady
  return (
    <ConfirmDialog {...question} busy={busy} refusal={refusal} onCancel={onClose}>
      {form ? (
        <EnterForm
          form={form}
          onSend={() => {
            if (!busy && !refusal) question.onConfirm()
          }}
        >
          {children}
        </EnterForm>
      ) : (
        children
      )}
      <CommandAlert error={error} refusal={closed} onRefresh={onRefresh} />
      {after}
    </ConfirmDialog>
  )
}
