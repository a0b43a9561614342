import type { Received } from '@heliodesk/contract/call.ts'
import { fieldTicketCalls as calls, placeOfPart } from '@heliodesk/contract/field-tickets.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { wireTimeOf } from '../../lib/company-time.ts'
import { changeKept } from '../../lib/kept/read.ts'
import { go } from '../../lib/location.ts'
import { useLine } from '../../lib/line.ts'
import { notify } from '../../lib/notices.ts'
import type { Row } from '../../lib/outbox/book.ts'
import { NoAnswer, type Line } from '../../lib/outbox/sender.ts'
import { has, useGrants } from '../../lib/permission.tsx'
import { queryClient, queryOf, refreshWhatShows } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { CallError } from '../../lib/answers.ts'
import { ticketActOf, wordsOfTicketAct } from './ticket-acts.ts'
import { withParts } from './ticket-turn.ts'

type Answer = Received<typeof calls.tick>
type Site = Received<typeof calls.site>

/** What became of an act on a ticket: until it is read again, the kept ticket shows it, and the person hears of records. */
export async function hearOfTicket(id: string, row: Row, answer: unknown): Promise<void> {
  const done = ticketActOf(row)
  if (done?.act === 'ticketPart') {
    const { outcome, message } = answer as Answer
    await showPart(id, row, outcome)
    if (outcome === 'record')
      notify({
        kind: 'warning',
        title: wordsOfTicketAct(done),
        text: message,
        action: { text: '查看票', run: () => go(paths.tickets.to({ ticket: id })) },
        seconds: 15,
      })
  }
  void refreshWhatShows(queryClient, ['ticket'])
}

async function showPart(id: string, row: Row, outcome: Answer['outcome']): Promise<void> {
  const done = ticketActOf(row)
  if (done?.act !== 'ticketPart') return
  const part = { no: done.given.no, part: done.given.part }
  const at = wireTimeOf(row.at)
  if (outcome === 'done' || outcome === 'same')
    await changeBoth(ticketCalls.detail, { id }, (ticket: TicketDetail) =>
      withParts(ticket, [{ ...part, at }]),
    )
  if (outcome !== 'waits') return
  await changeBoth(calls.site, { id }, (site: Site) => {
    if (site.parts.some((each) => placeOfPart(each) === placeOfPart(part))) return site
    const authorName = useSession.getState().user?.realname ?? ''
    const waits = {
      ...part,
      id: row.key,
      authorName,
      outcome,
      marks: [],
      doneTime: at,
      arrivalTime: at,
      why: '',
    }
    return { ...site, parts: [...site.parts, waits] }
  })
}

/** Changes an answer where it is shown and where it is kept. */
async function changeBoth<T>(
  call: typeof calls.site | typeof ticketCalls.detail,
  input: { id: string },
  change: (answer: T) => T,
): Promise<void> {
  const { queryKey } = queryOf(call, input)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<T>(queryKey, (answer) => answer && change(answer))
  await changeKept(call, input, change)
}

/**
 * After there was no line, the phone asks what must stop before it sends what was done: who went on working hears of it at
 * the first moment.
 */
export function askingFirst(send: Line['send']): Line['send'] {
  let isAsked = false
  useLine.subscribe(({ isThere }) => {
    if (!isThere) isAsked = false
  })
  return async (row) => {
    if (!isAsked) {
      await askForStops()
      isAsked = true
    }
    try {
      return await send(row)
    } catch (error) {
      if (error instanceof NoAnswer) isAsked = false
      throw error
    }
  }
}

/** What must stop, which the notice shows. */
export async function askForStops(): Promise<void> {
  if (!has(useGrants.getState(), 'ticket:list')) return
  try {
    await queryClient.fetchQuery({ ...queryOf(calls.stops, {}), staleTime: 0, retry: false })
  } catch (error) {
    // Whatever else the server says must not hold back what was done.
    if (error instanceof CallError && error.isOffline) throw new NoAnswer()
  }
}
