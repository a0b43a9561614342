import { Drawer } from 'antd'
import { overlayLayer } from './overlay-layer.ts'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { useBack } from './use-back.ts'
import './dialog.css'

type PanelDrawerProps = {
  title: string
  placement?: 'left' | 'right'
  size: number | string
  /** As a CSS length. */
  maxWidth: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A tool of the header at the edge of the window, above the page. */
export function PanelDrawer({ title, maxWidth, className, onClose, children, ...rest }: PanelDrawerProps) {
  useBack(true, onClose)
  return (
    <Drawer
      getContainer={overlayLayer}
      {...rest}
      open
      closable={false}
      onClose={onClose}
      aria-label={title}
      rootClassName="panel"
      styles={{ body: { padding: 0 }, wrapper: { maxWidth } }}
    >
      <div className={className}>
        <div className="title">
          <h1>{title}</h1>
          <IconButton icon={X} label="关闭" onClick={onClose} />
        </div>
        {children}
      </div>
    </Drawer>
  )
}
