import { own } from '@heliodesk/contract/own.ts'
import { Check, ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import './timeline.css'

export type TimelineEntry = {
  key: string
  title: string
  /** The person and anything else on the second line. */
  person?: ReactNode
  time?: string
  note?: string
  /** Below the note: attached files. */
  after?: ReactNode
  /** The colour from the server: null is blue, limegreen is green (spec 2 §2). */
  color: string | null
  /** Makes the title a button. */
  onChoose?: () => void
  /** The one that is looked at, or one that is later. */
  at?: 'chosen' | 'later' | undefined
}

const kinds: Record<string, 'done' | 'back'> = { limegreen: 'done', green: 'done', red: 'back' }

/** A timeline, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="tl">
      {entries.map((entry) => (
        <li key={entry.key} className={entry.at} aria-current={entry.at === 'chosen' ? 'step' : undefined}>
          <Node kind={own(kinds, entry.color ?? '') ?? 'now'} />
          {entry.onChoose ? (
            <button type="button" className="go" onClick={entry.onChoose}>
              <b>{entry.title}</b>
            </button>
          ) : (
            <b>{entry.title}</b>
          )}
          {entry.person && <div className="t2">{entry.person}</div>}
          {entry.time && <div className="tm">{entry.time}</div>}
          {entry.note && <div className="nt">{entry.note}</div>}
          {entry.after}
        </li>
      ))}
    </ol>
  )
}

function Node({ kind }: { kind: 'done' | 'back' | 'now' }) {
  return (
    <span className={`nd ${kind}`} aria-hidden>
      {kind === 'done' && <Check />}
      {kind === 'back' && <ChevronLeft />}
    </span>
  )
}
