import type { Call, Sent } from '@heliodesk/contract/call.ts'
import type { ReactNode } from 'react'
import { CommandDialog } from './CommandDialog.tsx'
import { useSaving } from './use-saving.ts'

type RemoveDialogProps<C extends Call> = {
  call: C
  input: Sent<C>
  /** Queries that show what goes. */
  refresh: readonly Call<'query'>[]
  open: boolean
  title: string
  /** What follows from it. */
  text: ReactNode
  verb?: string
  /** Told once it is gone. */
  done?: readonly [title: string, text?: string]
  onClose: () => void
  onRemoved?: () => void
}

/** Asks before something is removed for good, and removes it. */
export function RemoveDialog<C extends Call<'command'>>({
  call,
  input,
  refresh,
  verb = '删除',
  done,
  onClose,
  onRemoved,
  ...question
}: RemoveDialogProps<C>) {
  const saving = useSaving(call, { refresh, said: done && (() => done), onClose, onSaved: onRemoved })
  return (
    <CommandDialog
      {...question}
      danger
      verb={verb}
      saving={saving}
      onConfirm={() => saving.send(input)}
      onClose={onClose}
    />
  )
}
