import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EMPTY } from '../format.ts'
import { ActionMenu, type RowAction } from './RowActions.tsx'
import './row-card.css'

/** A fact with its icon, whose label is for screen readers; empty facts are left out. */
export type Fact = readonly [icon: LucideIcon, label: string, text: ReactNode]

/** The facts of a card, announced as a list. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <ul className="facts">
    {facts.map(
      ([Icon, label, text]) =>
        text &&
        text !== EMPTY && (
          <li key={label}>
            <Icon className="i" role="img" aria-label={label} />
            {text}
          </li>
        ),
    )}
  </ul>
)

type RowCardProps = {
  href: string
  /** Opens the record in the page instead of following the link. */
  onOpen?: () => void
  /** The first line: the state, and another fact beside it. */
  state: ReactNode
  beside?: ReactNode
  name: string
  facts: readonly Fact[]
  actions: readonly RowAction[]
  className?: string
  /** Stands before the link. */
  before?: ReactNode
}

/** The card of a record in the phone layout: a link to it, with its menu beside. */
export function RowCard({
  href,
  onOpen,
  state,
  beside,
  name,
  facts,
  actions,
  className = '',
  before,
}: RowCardProps) {
  return (
    <article className={`touch row-card linked ${className}`}>
      {before}
      <a href={href} onClick={onOpen && openHere(onOpen)}>
        <span className="line">
          {state}
          {beside !== undefined && (
            <>
              <span className="t3">·</span>
              {beside}
            </>
          )}
        </span>
        <b>{name}</b>
        <Facts facts={facts} />
      </a>
      {actions.length > 0 && <ActionMenu actions={actions} label={`${name}的操作`} />}
    </article>
  )
}

/** The click on a link that opens its record in the page. */
export const openHere = (open: () => void) => (event: { preventDefault: () => void }) => {
  event.preventDefault()
  open()
}
