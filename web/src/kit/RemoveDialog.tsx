import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { Trash2 } from 'lucide-react'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'
import type { ListAction } from './page-table/RowActions.tsx'
import { SendDialog } from './SendDialog.tsx'
import type { OverlayProps } from './use-overlays.tsx'

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
export const RemoveDialog = <C extends Call<'command'>>({
  done,
  onRemoved,
  ...question
}: RemoveDialogProps<C>) => (
  <SendDialog verb="删除" danger {...question} said={done && (() => done)} onSaved={onRemoved} />
)

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
