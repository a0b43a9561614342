import type { Received } from '@heliodesk/contract/call.ts'
import type { ReviewFigures, ticketReviewCalls } from '@heliodesk/contract/ticket-reviews.ts'
import { formatNumber } from '../../kit/format.ts'

export type ReviewSummary = Received<typeof ticketReviewCalls.summary>

/** What the figures mean, below them. */
export const REVIEW_NOTE =
  '合格率为当月合格票除以当月已执行票，按盖章时间归月；未评价的票在分母里，评完之前为暂定。未执行和作废的票只计数。'

/** The rate as it stands: 98.33 %; nothing was carried out, nothing is rated. */
const rateText = (rate: number | null): string => (rate === null ? '--' : `${formatNumber(rate, 2)} %`)

/** Whether tickets are still to be judged, so that the rate can rise. */
export const isOpen = ({ unreviewed }: Pick<ReviewFigures, 'unreviewed'>): boolean => unreviewed > 0

/** The rate of a month in which nothing was judged yet would read as if nothing qualified. */
export const rateOfMonth = ({ rate, qualified, unqualified }: ReviewFigures): string =>
  rateText(qualified + unqualified === 0 ? null : rate)

/** What makes up a rate, in words. */
export function rateFact({
  executed,
  qualified,
  unqualified,
  unreviewed,
  reviewedRate,
}: ReviewFigures): string {
  if (executed === 0) return '没有已执行的票'
  if (qualified + unqualified === 0) return `${formatNumber(executed)} 张待评价`
  const share = `${formatNumber(qualified)} / ${formatNumber(executed)}`
  return unreviewed > 0 ? `${share}，已评部分 ${rateText(reviewedRate)}` : share
}

/** Both classes together. */
export function together({ work, operation }: Pick<ReviewSummary, 'operation' | 'work'>) {
  const sum = (field: 'executed' | 'qualified' | 'unqualified' | 'unreviewed' | 'unused' | 'void') =>
    work[field] + operation[field]
  return {
    executed: sum('executed'),
    qualified: sum('qualified'),
    unqualified: sum('unqualified'),
    unreviewed: sum('unreviewed'),
    unused: sum('unused'),
    void: sum('void'),
  }
}
