import { fieldTicketCalls } from '@heliodesk/contract/field-tickets.ts'
import { useEffect } from 'react'
import { useLine } from '../../lib/line.ts'
import { useCall } from '../../lib/queries.ts'
import { StopNotice } from './StopNotice.tsx'
import { useField } from './field-store.ts'
import { ticketActOf } from './ticket-acts.ts'
import { askForStops } from './ticket-heard.ts'

/** So often a phone in use asks again, beside the word of changes that a line brings. */
const AGAIN_MS = 60_000

/** Shows what must stop, one after the other, until its person has confirmed each. */
export function StopWatch() {
  const isThere = useLine((state) => state.isThere)
  const { data } = useCall(fieldTicketCalls.stops, {}, { refetchInterval: AGAIN_MS })
  const book = useField((state) => state.book)
  useEffect(() => {
    if (isThere) void askForStops().catch(() => undefined)
  }, [isThere])
  const confirmed = new Set(
    [...book.rows.values()].flatMap((row) => {
      const done = ticketActOf(row)
      return done?.act === 'ticketSeen' && !row.refusal ? [done.given.stopId] : []
    }),
  )
  const stop = data?.find(({ id }) => !confirmed.has(id))
  return stop ? <StopNotice key={stop.id} stop={stop} /> : null
}
