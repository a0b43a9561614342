import './status.css'

type OnOffProps = { on: boolean; text: string }

/** Enabled or not: a disc with a tick or a cross, and the word. */
export function OnOff({ on, text }: OnOffProps) {
  return (
    <span className={on ? 'st' : 'st t2'}>
      <svg className={on ? 'glyph ok' : 'glyph stop'} width="14" height="14" viewBox="0 0 14 14" aria-hidden>
        <circle cx="7" cy="7" r="6.3" className="fill" />
        <path d={on ? 'M4.3 7.2 6.2 9l3.5-3.7' : 'm5 5 4 4m0-4L5 9'} className="cut" />
      </svg>
      {text}
    </span>
  )
}
