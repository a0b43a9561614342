import { useLayoutEffect, type ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'
import { usePhone } from './use-phone.ts'

type PageHeadProps = {
  title: string
  facts?: ReactNode
  actions?: ReactNode
  /** The main action, at the end of the actions; on a phone, in a bar at the bottom. */
  main?: ReactNode
  className?: string
}

export function PageHead(props: PageHeadProps) {
  const { title, facts, actions, main, className } = props
  if (usePhone()) return <PhonePageHead {...props} />
  return (
    <header className={className ? `ph ${className}` : 'ph'}>
      <h1>{title}</h1>
      {facts && <span className="sub">{facts}</span>}
      {(actions || main) && (
        <div className="act">
          {actions}
          {main}
        </div>
      )}
    </header>
  )
}

/** A fact of more letters does not fit into the header of a phone. */
const SHORT_FACT = 16

/** The title is in the frame's header (`usePageTitle`); a line of its own is only for what has no room there. */
function PhonePageHead({ title, facts, actions, main, className }: PageHeadProps) {
  const long = typeof facts === 'string' && facts.length > SHORT_FACT
  useLayoutEffect(() => usePageTitle.setState({ title, fact: long ? null : facts }))
  useLayoutEffect(() => () => usePageTitle.setState({ title: null, fact: null }), [])
  return (
    <>
      {(long || actions) && (
        <header className={className ? `ph ${className}` : 'ph'}>
          {long && <span className="sub">{facts}</span>}
          {actions && <div className="act touch-row">{actions}</div>}
        </header>
      )}
      {main && <div className="thumb-bar foot touch-send">{main}</div>}
    </>
  )
}
