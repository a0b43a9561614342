import type { ReactNode, RefObject } from 'react'
import { CommandAlert } from './CommandAlert.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'
import { EnterForm } from './EnterForm.tsx'
import { untilRead, type Awaited } from './Reading.tsx'
import { ErrorStrip } from './States.tsx'
import type { Saving } from './use-saving.ts'

type CommandDialogProps = Omit<ConfirmDialogProps, 'busy' | 'onCancel'> & {
  /** Why the command can never be sent again; the dialog shows it too. */
  closed?: string | null
  /** It can be sent once this is read. */
  awaits?: Awaited | null
  /** The result of `useSaving`. */
  saving: Saving
  onClose: () => void
  /** Offered when the command failed because another user had changed the record. */
  onRefresh?: () => void
  /** The `form` of `useForm`, where the decision has fields; Enter in a field confirms. */
  form?: RefObject<HTMLFormElement | null>
  /** Shown below the error: how to resolve it. */
  after?: ReactNode
}

/** A confirmation that sends a command. A rejected command shows its error here; a successful one closes the dialog. */
export function CommandDialog({
  saving: { error, busy },
  refusal: untilReady = null,
  closed = null,
  awaits = null,
  onClose,
  onRefresh,
  form,
  children,
  after,
  ...question
}: CommandDialogProps) {
  const refusal = closed ?? untilReady ?? untilRead(awaits)
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
      {awaits?.read.error && (
        <ErrorStrip
          title={`${awaits.noun}没有取到`}
          error={awaits.read.error}
          onRetry={() => void awaits.read.refetch()}
        />
      )}
      <CommandAlert error={error} refusal={closed} onRefresh={onRefresh} />
      {after}
    </ConfirmDialog>
  )
}
