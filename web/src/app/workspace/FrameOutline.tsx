import './frame.css'
import './phone.css'
import type { ReactNode } from 'react'
import { usePhone } from '../../kit/use-phone.ts'
import { clientConfig } from '../../lib/client-config.ts'
import { Logo } from '../../kit/Logo.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/** The empty frame while the menu loads, or other content in its place. */
export function FrameOutline({ children }: { children?: ReactNode }) {
  const phone = usePhone()
  const { productName, logoUrl } = clientConfig()
  const head = (
    <header className="head">
      {phone && <span className="ib" />}
      <span className="brand">
        <Logo size={24} src={logoUrl} />
        <span className="name ell">{productName}</span>
      </span>
    </header>
  )
  const sheet = <main className="sheet">{children || <PageSkeleton />}</main>
  return phone ? (
    <div className="frame phone outline">
      {head}
      {sheet}
    </div>
  ) : (
    <div className="frame outline">
      {head}
      <aside className="side" />
      <div className="main">
        <div />
        {sheet}
      </div>
    </div>
  )
}
