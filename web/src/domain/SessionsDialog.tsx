import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { Button } from '../kit/Button.tsx'
import { countOthers, SessionList, type SessionsProps } from './SessionList.tsx'
import '../kit/dialog.css'
import css from './sessions-dialog.module.css'

type SessionsDialogProps = SessionsProps & {
  open: boolean
  title: string
  /** The label of the button that ends all of them. */
  endAll: string
  /** Shown beside the buttons. */
  note?: ReactNode
  onClose: () => void
}

/** The session list in a dialog. */
export function SessionsDialog({ open, title, endAll, note, onClose, ...list }: SessionsDialogProps) {
  const others = countOthers(list.sessions.data)
  return (
    <Modal
      open={open}
      title={title}
      width={560}
      centered
      footer={null}
      destroyOnHidden
      onCancel={onClose}
      className={`dialog ${css.sessionsDialog}`}
    >
      <SessionList {...list} />
      <div className="buttons">
        {note}
        <Button onClick={onClose}>关闭</Button>
        {others > 0 && (
          <Button kind="dng" refusal={list.refusal} onClick={() => list.onAsk('all')}>
            {endAll}（{others}）
          </Button>
        )}
      </div>
    </Modal>
  )
}
