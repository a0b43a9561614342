import { Drawer } from 'antd'
import { overlayLayer } from './overlay-layer.ts'
import type { ReactNode } from 'react'
import { PanelTitle } from './PanelTitle.tsx'
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
        <PanelTitle as="h1" text={title} className="title" onClose={onClose} />
        {children}
      </div>
    </Drawer>
  )
}
