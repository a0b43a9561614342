import type { TicketContent } from '@heliodesk/contract/ticket-content.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'

/** What was done on a ticket, as far as it is checked. */
export type Story = {
  id: string
  number: string
  kind: TicketKind
  stationId: string
  outsourced: boolean
  content: TicketContent
  contentHash: string
  planStart: Date | null
  permittedAt: Date | null
  validUntil: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  closedAt: Date | null
  stampedAt: Date
  leaderId: string | null
  leaderName: string | null
  guardId: string | null
  guardName: string | null
  /** In the order in which they were written. */
  events: readonly StoryEvent[]
  lines: readonly StoryLine[]
  people: readonly StoryPerson[]
  earths: readonly StoryEarth[]
  readings: readonly { at: Date }[]
}

export type StoryEvent = {
  at: Date
  actorName: string
  /** Null where it is no signature. */
  role: string | null
  action: string
  from: string
  to: string
  note: string
  contentHash: string
  /** The last day of the qualification that the signature relies on; null without one. */
  qualifiedUntil: string | null
}

export type StoryLine = {
  no: number
  calledAt: Date | null
  repeatedAt: Date | null
  operatedAt: Date | null
  tickedAt: Date | null
}

export type StoryPerson = {
  part: string
  personId: string | null
  name: string
  briefedAt: Date | null
  removed: boolean
}

export type StoryEarth = {
  name: string
  installedAt: Date
  removedAt: Date | null
  /** Another ticket has taken it over. */
  isHanded: boolean
}

export type Interval = { from: Date; until: Date }

/** Whether the switching was stopped before its last step. */
export const wasAborted = ({ events }: Pick<Story, 'events'>): boolean =>
  events.some(({ action }) => action === 'abort')

/** The events since it was submitted for the last time: what was signed before it was sent back counts no longer. */
export function finalRound({ events }: Pick<Story, 'events'>): readonly StoryEvent[] {
  const last = events.findLastIndex(({ action }) => action === 'submit')
  return last < 0 ? events : events.slice(last)
}

/** When the work went on. */
export function workingTimes({ events, stampedAt }: Pick<Story, 'events' | 'stampedAt'>): Interval[] {
  const found: Interval[] = []
  let from: Date | null = null
  for (const { at, to } of events) {
    if (to === 'working') from ??= at
    else if (from) {
      found.push({ from, until: at })
      from = null
    }
  }
  return from ? [...found, { from, until: stampedAt }] : found
}
