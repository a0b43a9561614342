import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { CommandDialog } from './CommandDialog.tsx'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'
import { useSaving } from './use-saving.ts'

type Question = Pick<ConfirmDialogProps, 'open' | 'title' | 'text' | 'danger'>

type RemoveDialogProps<C extends Call> = Question & {
  call: C
  input: Sent<C>
  verb?: string
  /** The notice after the removal. */
  done?: readonly [title: string, text?: string]
  onClose: () => void
  onRemoved?: () => void
}

/** Asks for confirmation, then sends a command that needs nothing else; by default one that deletes permanently. */
export function RemoveDialog<C extends Call<'command'>>({
  call,
  input,
  verb = '删除',
  danger = true,
  done,
  onClose,
  onRemoved,
  ...question
}: RemoveDialogProps<C>) {
  const saving = useSaving(call, { said: done && (() => done), onClose, onSaved: onRemoved })
  return (
    <CommandDialog
      {...question}
      danger={danger}
      verb={verb}
      saving={saving}
      onConfirm={() => saving.send(input)}
      onClose={onClose}
    />
  )
}
