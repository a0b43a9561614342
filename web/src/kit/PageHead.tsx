import type { ReactNode } from 'react'

type PageHeadProps = { title: string; facts?: ReactNode; actions?: ReactNode }

export function PageHead({ title, facts, actions }: PageHeadProps) {
  return (
    <header className="ph">
      <h1>{title}</h1>
      {facts && <span className="sub">{facts}</span>}
      {actions && <div className="act">{actions}</div>}
    </header>
  )
}
