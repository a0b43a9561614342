import type { ReactNode } from 'react'

type PageHeadProps = {
  title: string
  facts?: ReactNode
  actions?: ReactNode
  /** On a phone, the actions have a line of their own. */
  wide?: boolean
  className?: string
}

export function PageHead({ title, facts, actions, wide, className }: PageHeadProps) {
  return (
    <header className={className ? `ph ${className}` : 'ph'}>
      <h1>{title}</h1>
      {facts && <span className="sub">{facts}</span>}
      {actions && <div className={wide ? 'act touch-row' : 'act'}>{actions}</div>}
    </header>
  )
}
