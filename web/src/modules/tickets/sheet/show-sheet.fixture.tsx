import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { LEADER } from './ticket.fixture.ts'
import { TicketSheet } from './TicketSheet.tsx'

/** The day of the tickets of the fixture, half past two. */
const NOW = new Date('2026-11-21T14:32:00+08:00')

/** Who may be chosen. */
const people = [
  {
    id: '41',
    realname: '周敏',
    departName: '共和运维一班',
    certificate: 'GF-1',
    validUntil: null,
    busyWith: null,
  },
]

/** Stands the clock at the tickets' day, and removes each sheet after its test. */
export function isolateSheets(): void {
  isolatePages()
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    useGrants.setState({ buttons: ['ticket:list', 'ticket:create', 'ticket:sign'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    useSession.setState({ user: null })
  })
}

type Shown = { as?: string; width?: number }

/** Shows the sheet of a ticket, for its leader by default, and says what was sent. */
export function showSheet(
  ticket: TicketDetail,
  answers: Record<string, unknown> = {},
  { as = LEADER, width = 1440 }: Shown = {},
) {
  // Without a company's zone the device's clock counts, which stands still here.
  useSession.setState({ user: { ...user, id: as, timeZone: undefined } })
  const sent = answering({
    [ticketCalls.detail.path]: ticket,
    [ticketCalls.people.path]: people,
    ...answers,
  })
  const onClose = vi.fn<() => void>()
  showPage(<TicketSheet id={ticket.id} onClose={onClose} />, '/operation/ticket', width)
  return {
    onClose,
    inputs: ({ path }: { path: string }) =>
      sent.filter((each) => each.path === path).map(({ input }) => input),
  }
}

/** A part of the sheet. */
export const partOf = async (name: string) => within(await screen.findByRole('region', { name }))

export const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
