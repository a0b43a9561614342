import type { ReactNode } from 'react'
import css from './ticket-parts.module.css'

type SheetCardProps = {
  title: string
  /** Shown beside the title: a count, a tag. */
  fact?: ReactNode
  tools?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

/** One part of the sheet. */
export const SheetCard = ({ title, fact, tools, id, className, children }: SheetCardProps) => (
  <section
    id={id}
    className={['card', css.box, className].filter(Boolean).join(' ')}
    aria-label={title}
    // What jumps here moves the focus as well.
    tabIndex={id ? -1 : undefined}
  >
    <header className={css.boxHead}>
      <h2>{title}</h2>
      {fact && <span className={css.fact}>{fact}</span>}
      {tools && <span className={`mla row ${css.tools}`}>{tools}</span>}
    </header>
    {children}
  </section>
)

/** Moves to a part of the sheet. */
export function jumpTo(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  part?.focus({ preventScroll: true })
}
