import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { DialogButtons } from './DialogButtons.tsx'
import { Dialog } from './Dialog.tsx'

export type ConfirmDialogProps = {
  open: boolean
  title: string
  /** The consequence of the action. */
  text?: ReactNode
  /** The label of the confirm button: 终止 1 张, 确定. */
  verb: string
  danger?: boolean
  /** Makes the dialog wider, for fields that need the space. */
  wide?: boolean
  busy?: boolean
  refusal?: string | null
  onConfirm: () => void
  onCancel: () => void
  /** Fields that are part of the decision. */
  children?: ReactNode
}

/** A confirmation: the consequence first, the verb on the confirm button, cancel at the left. */
export function ConfirmDialog({
  open,
  title,
  text,
  verb,
  danger = false,
  wide = false,
  busy = false,
  refusal = null,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      icon={danger ? TriangleAlert : undefined}
      danger
      width={wide ? 480 : undefined}
      onClose={onCancel}
      buttons={<DialogButtons {...{ onCancel, verb, danger, busy, refusal, onConfirm }} />}
    >
      {text && <div className="t2">{text}</div>}
      {children}
    </Dialog>
  )
}
