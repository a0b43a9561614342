import { Modal } from 'antd'
import { overlayLayer } from './overlay-layer.ts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBack } from './use-back.ts'
import { useOpener } from './use-opener.ts'
import { useOpenOnceMounted } from './use-open-once-mounted.ts'
import './dialog.css'

type DialogProps = {
  open?: boolean
  title: string
  icon?: LucideIcon
  danger?: boolean
  width?: number
  className?: string
  /** A cross in the corner closes it. */
  cross?: boolean
  /** A press outside does not close it, so that nothing typed is lost. */
  typed?: boolean
  /** Called by the cross, Esc, a press outside and the back button; without it only the buttons close the dialog. */
  onClose?: () => void
  /** The buttons, the primary one last. */
  buttons?: ReactNode
  children: ReactNode
}

const stay = () => undefined

/** A dialog in the middle of the window. */
export function Dialog({
  open = true,
  title,
  icon: Icon,
  danger = false,
  width = 440,
  className,
  cross = false,
  typed = false,
  onClose,
  buttons,
  children,
}: DialogProps) {
  useBack(open, onClose ?? stay, !onClose)
  const returnFocus = useOpener(open)
  return (
    <Modal
      getContainer={overlayLayer}
      open={useOpenOnceMounted(open)}
      title={
        <>
          {Icon && <Icon className={danger ? 'i l err' : 'i l t3'} aria-hidden />}
          {title}
        </>
      }
      width={width}
      centered
      closable={cross}
      mask={{ closable: !typed && onClose !== undefined }}
      keyboard={onClose !== undefined}
      footer={null}
      destroyOnHidden
      onCancel={onClose}
      afterClose={returnFocus}
      className={className ? `dialog ${className}` : 'dialog'}
    >
      {children}
      {buttons && <div className="buttons">{buttons}</div>}
    </Modal>
  )
}
