import type { ReactNode } from 'react'
import css from './role-people.module.css'

type PersonCardProps = {
  person: { realname: string; username: string }
  /** At the end of the head. */
  beside?: ReactNode
  children: ReactNode
}

/** A person in a list on a phone. */
export const PersonCard = ({ person: { realname, username }, beside, children }: PersonCardProps) => (
  <article className={`touch row-card ${css.card}`}>
    <header>
      <span className="row grow">
        <b>{realname}</b>
        <span className="t3">{username}</span>
      </span>
      {beside}
    </header>
    {children}
  </article>
)
