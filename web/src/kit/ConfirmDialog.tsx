import { Modal } from 'antd'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useBack } from './use-back.ts'
import './dialog.css'

type ConfirmDialogProps = {
  open: boolean
  title: string
  /** What follows from it. */
  text?: ReactNode
  /** The verb on the button: 终止 1 张, 确定. */
  verb: string
  danger?: boolean
  /** For fields that need the room. */
  wide?: boolean
  busy?: boolean
  refusal?: string | null
  onConfirm: () => void
  onCancel: () => void
  /** Fields that belong to the decision. */
  children?: ReactNode
}

/** Consequence first, the verb on the button, the safe choice at the left. */
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
  useBack(open, onCancel)
  return (
    <Modal
      open={open}
      title={
        <>
          {danger && <TriangleAlert className="i l err" aria-hidden />}
          {title}
        </>
      }
      width={wide ? 480 : 440}
      centered
      closable={false}
      footer={null}
      destroyOnHidden
      onCancel={onCancel}
      className="dialog"
    >
      {text && <div className="t2">{text}</div>}
      {children}
      <div className="buttons">
        <Button onClick={onCancel}>取消</Button>
        <Button kind={danger ? 'dngf' : 'pri'} busy={busy} refusal={refusal} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Modal>
  )
}
