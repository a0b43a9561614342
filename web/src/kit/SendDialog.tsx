import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { CommandDialog } from './CommandDialog.tsx'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'
import { useSaving } from './use-saving.ts'

type SendDialogProps<C extends Call> = Omit<ConfirmDialogProps, 'busy' | 'onConfirm' | 'onCancel'> & {
  call: C
  input: Sent<C>
  /** The notice after success: what happened and, where it helps, to which record. */
  said?: (answer: Received<C>) => readonly [title: string, text?: string]
  onClose: () => void
  onSaved?: (answer: Received<C>) => void
}

/** Asks for confirmation, then sends a command whose input is known. */
export function SendDialog<C extends Call<'command'>>({
  call,
  input,
  said,
  onClose,
  onSaved,
  ...question
}: SendDialogProps<C>) {
  const saving = useSaving(call, { said, onClose, onSaved })
  return (
    <CommandDialog {...question} saving={saving} onConfirm={() => saving.send(input)} onClose={onClose} />
  )
}
