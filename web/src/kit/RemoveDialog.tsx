import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { Trash2 } from 'lucide-react'
import { CommandDialog } from './CommandDialog.tsx'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'
import type { ListAction } from './page-table/RowActions.tsx'
import type { OverlayProps } from './use-overlays.tsx'
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
  done,
  onClose,
  onRemoved,
  ...question
}: RemoveDialogProps<C>) {
  const saving = useSaving(call, { said: done && (() => done), onClose, onSaved: onRemoved })
  return (
    <CommandDialog
      verb="删除"
      danger
      {...question}
      saving={saving}
      onConfirm={() => saving.send(input)}
      onClose={onClose}
    />
  )
}

type Removal<C extends Call> = Omit<RemoveDialogProps<C>, keyof OverlayProps>

/** A row action that removes the row after a confirmation. */
export const removeAction = <C extends Call<'command'>>({
  refusal,
  ...removal
}: Removal<C> & { refusal?: string | null }): ListAction => ({
  key: 'remove',
  title: '删除',
  icon: Trash2,
  danger: true,
  refusal,
  confirm: (dialog) => <RemoveDialog {...removal} {...dialog} />,
})

/** A kind of `useOverlays` that removes its subject after a confirmation. */
export const removing =
  <T, C extends Call<'command'>>(removalOf: (subject: T) => Removal<C>) =>
  (dialog: OverlayProps, subject: T) => <RemoveDialog {...removalOf(subject)} {...dialog} />
