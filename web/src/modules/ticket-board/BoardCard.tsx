import type { ReactNode } from 'react'
import css from './ticket-board.module.css'

type BoardCardProps = {
  title: string
  fact?: ReactNode
  tools?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** One part of the board. */
export const BoardCard = ({ title, fact, tools, className, children }: BoardCardProps) => (
  <section className={className ? `card ${className}` : 'card'} aria-label={title}>
    <header className={css.head}>
      <h2>{title}</h2>
      {fact && <span className={css.fact}>{fact}</span>}
      {tools && <span className={css.tools}>{tools}</span>}
    </header>
    {children}
  </section>
)
