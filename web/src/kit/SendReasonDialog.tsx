import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import type { ComponentProps } from 'react'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useSaving } from './use-saving.ts'

type SendReasonDialogProps<C extends Call> = Pick<
  ComponentProps<typeof ReasonDialog>,
  'open' | 'type' | 'text' | 'before' | 'onClose'
> & {
  call: C
  inputOf: (auditOpinion: string) => Sent<C>
  /** The notice after success: what happened and to which record. */
  said: readonly [title: string, text?: string]
  onSaved?: (answer: Received<C>) => void
}

/** Asks for a reason, then sends a command with it. */
export function SendReasonDialog<C extends Call<'command'>>({
  call,
  inputOf,
  said,
  onSaved,
  ...question
}: SendReasonDialogProps<C>) {
  const saving = useSaving(call, { said: () => said, onClose: question.onClose, onSaved })
  return (
    <ReasonDialog
      {...question}
      saving={saving}
      onConfirm={(auditOpinion) => saving.send(inputOf(auditOpinion))}
    />
  )
}
