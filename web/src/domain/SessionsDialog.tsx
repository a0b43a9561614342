import type { ReactNode } from 'react'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { countOthers, SessionList, type SessionsProps } from './SessionList.tsx'
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
    <Dialog
      open={open}
      title={title}
      width={560}
      className={css.sessionsDialog}
      cross
      onClose={onClose}
      buttons={
        <>
          {note}
          <Button onClick={onClose}>关闭</Button>
          {others > 0 && (
            <Button kind="dng" refusal={list.refusal} onClick={() => list.onAsk('all')}>
              {endAll}（{others}）
            </Button>
          )}
        </>
      }
    >
      <SessionList {...list} />
    </Dialog>
  )
}
