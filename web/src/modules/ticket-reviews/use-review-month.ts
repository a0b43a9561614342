import { ticketReviewCalls as calls } from '@heliodesk/contract/ticket-reviews.ts'
import { companyNow } from '../../lib/company-time.ts'
import { useCall } from '../../lib/queries.ts'

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

/** The month and the stations that an address asks for, and their figures; this month without a valid one. */
export function useReviewMonth(query: URLSearchParams) {
  const asked = query.get('month') ?? ''
  const month = MONTH.test(asked) ? asked : companyNow().format('YYYY-MM')
  const [depCode, psId] = [query.get('depCode'), query.getAll('psId')]
  const narrowed = { month, ...(depCode && { depCode }), ...(psId.length > 0 && { psId }) }
  return { month, narrowed, summary: useCall(calls.summary, narrowed) }
}
