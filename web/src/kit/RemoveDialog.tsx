import type { Call, Sent } from '@heliodesk/contract/call.ts'
import type { ReactNode } from 'react'
import { CommandDialog } from './CommandDialog.tsx'
import { useSaving } from './use-saving.ts'

type RemoveDialogProps<C extends Call> = {
  call: C
  input: Sent<C>
  open: boolean
  title: string
  /** The consequence of the removal. */
  text: ReactNode
  verb?: string
  danger?: boolean
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
