import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { isInForce } from '@heliodesk/contract/ticket-states.ts'
import dayjs from 'dayjs'
import { hasLine } from '../../../lib/line.ts'

/** So long before the end the people are warned. */
const WARNED_MINUTES = 10

/**
 * Until when work under a ticket is permitted, and how that stands; null where nobody works. Far from its end it is said
 * without a line only: with one, the facts of the form do.
 */
export function untilOf(
  { kind, state, validUntil, planEndTime }: TicketDetail,
  now: string,
): { is: 'valid' | 'soon' | 'over'; at: string } | null {
  const at = validUntil ?? planEndTime
  if (at === null || !isInForce(kind, state)) return null
  if (at <= now) return kind === 'operation' || !hasLine() ? { is: 'over', at } : null
  if (dayjs(at).diff(now, 'minute', true) <= WARNED_MINUTES) return { is: 'soon', at }
  return hasLine() ? null : { is: 'valid', at }
}
