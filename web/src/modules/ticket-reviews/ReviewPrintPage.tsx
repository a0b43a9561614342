import { paths } from '@heliodesk/contract/paths.ts'
import { ticketReviewCalls as calls } from '@heliodesk/contract/ticket-reviews.ts'
import { useScopeNames } from '../../domain/use-scope-names.ts'
import { PrintDesk } from '../../kit/Paper.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { go } from '../../lib/location.ts'
import { useCall } from '../../lib/queries.ts'
import { ReviewPaper } from './ReviewPaper.tsx'
import { useReviewMonth } from './use-review-month.ts'

/** The most tickets on paper; the export has all. */
const MOST_TICKETS = 500

/** The judgement of a month as it is filed, on A4. The browser prints it. */
export function ReviewPrintPage() {
  const { month, narrowed, summary } = useReviewMonth(useUrlQuery().query)
  const tickets = useCall(calls.page, { ...narrowed, size: MOST_TICKETS })
  const { names, reads: named } = useScopeNames(narrowed)
  const reads = [summary, tickets, ...named]
  const failed = reads.filter(({ error }) => error !== null)
  const read = {
    data:
      summary.data && tickets.data && names
        ? { summary: summary.data, tickets: tickets.data, scope: names }
        : undefined,
    error: failed[0]?.error ?? null,
    isPlaceholderData: reads.some(({ isPlaceholderData }) => isPlaceholderData),
    refetch: () => Promise.all(failed.map((each) => each.refetch())),
  }
  return (
    <PrintDesk
      onBack={() => go(paths.ticketReviews.to(narrowed))}
      refusal={read.data && !read.isPlaceholderData ? null : '评价还没有取到'}
    >
      <Reading read={read} name="两票评价" height={320}>
        {(data) => <ReviewPaper month={month} {...data} />}
      </Reading>
    </PrintDesk>
  )
}
