import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'

type LeadProps = {
  /** null for users without access to the target. */
  to: string | null
  className?: string
  label?: string
  title?: string
  style?: CSSProperties
  /** Removes the link from the tab order, where the keyboard has another way. */
  pointerOnly?: boolean
  children?: ReactNode
}

/** A number, row or mark that links to the records behind it. */
export function Lead({ to, label, pointerOnly = false, children, ...rest }: LeadProps) {
  if (to === null) {
    return (
      <span {...rest} {...(label ? { role: 'img', 'aria-label': label } : {})}>
        {children}
      </span>
    )
  }
  return (
    <Link {...rest} to={to} aria-label={label} tabIndex={pointerOnly ? -1 : undefined}>
      {children}
    </Link>
  )
}
