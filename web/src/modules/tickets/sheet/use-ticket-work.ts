import { fieldTicketCalls, type LinePart } from '@heliodesk/contract/field-tickets.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { doOnTicket } from '../../../domain/field/do-in-field.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { asLeftTicket, type LeftTicket } from '../../../domain/field/ticket-turn.ts'
import { useOnline } from '../../../kit/use-online.ts'
import { useCall, useCommand } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'

export type TicketWork = LeftTicket & {
  /**
   * What the other person does is not seen here: there is no line, or something of this person has not arrived or waits
   * for the other phone, which has none. The two tell each other aloud then.
   */
  isBlind: boolean
  isOnline: boolean
  busy: boolean
  take: (no: number, part: LinePart) => void
}

/** The switching as this person left it on this device, and how they go on with it. */
export function useTicketWork(known: TicketDetail): TicketWork {
  const { id } = known
  const userId = useSession(({ user }) => user?.id ?? '')
  const outbox = useField((state) => state.outbox)
  const book = useField((state) => state.book)
  const isOnline = useOnline()
  const site = useSite(known)
  const tick = useCommand(ticketCalls.tick)
  const left = asLeftTicket(known, site?.parts ?? [], book, userId)
  const isBlind = outbox !== null && (!isOnline || left.waiting > 0)
  const take = (no: number, part: LinePart) => {
    if (!isBlind) return tick.mutate({ id, no, part })
    const { text } = known.lineList[no - 1]!
    void doOnTicket(id, { act: 'ticketPart', given: { no, part, text } })
  }
  return { ...left, isBlind, isOnline, busy: tick.isPending, take }
}

/** What phones said of the ticket, as far as is known; nothing for a draft. */
export const useSite = ({ id, ticketNo }: Pick<TicketDetail, 'id' | 'ticketNo'>) =>
  useCall(fieldTicketCalls.site, { id }, { enabled: ticketNo !== '' }).data ?? null
