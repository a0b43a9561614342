import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import '../../../kit/dialog.css'
import css from './second-factor.module.css'

type FactorDialogProps = {
  open: boolean
  title: string
  /** Recovery codes replace all other content, and only their 完成 closes the dialog. */
  codes: readonly string[] | null
  onClose: () => void
  children: ReactNode
}

export function FactorDialog({ open, title, codes, onClose, children }: FactorDialogProps) {
  return (
    <Modal
      open={open}
      title={title}
      width={440}
      centered
      mask={{ closable: false }}
      keyboard={codes === null}
      closable={codes === null}
      footer={null}
      destroyOnHidden
      onCancel={onClose}
      className={`dialog ${css.secondFactorDialog}`}
    >
      {codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : children}
    </Modal>
  )
}
