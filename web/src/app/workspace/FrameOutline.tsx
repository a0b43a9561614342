import './frame.css'
import type { ReactNode } from 'react'
import { Logo } from '../Logo.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/** The empty frame while the menu is on its way, or what stands in its place. */
export function FrameOutline({ children }: { children?: ReactNode }) {
  return (
    <div className="frame outline">
      <header className="head">
        <span className="brand">
          <Logo size={24} />
          光伏运维
        </span>
      </header>
      <aside className="side" />
      <div className="main">
        <div />
        <main className="sheet">{children || <PageSkeleton />}</main>
      </div>
    </div>
  )
}
