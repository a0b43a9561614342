import type { ReviewReason, Verdict } from '@heliodesk/contract/review-reasons.ts'
import { ticketReviewCalls } from '@heliodesk/contract/ticket-reviews.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { countOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { reviewExport } from './export.ts'
import { getReviewed, matching, withFindings } from './rows.ts'
import { drawSample } from './sample.ts'
import { summarize } from './summary.ts'
import { saveReview, withdrawReview } from './write.ts'

offerExport('ticketReviews', reviewExport)

export const ticketReviews = defineModule(ticketReviewCalls, {
  async page(ctx, { curPage, size, ...query }) {
    const wanted = matching(ctx, query)
    const rows = await wanted
      .limit(size)
      .offset((curPage - 1) * size)
      .execute()
    return { pageList: await withFindings(ctx, rows), rowCount: await countOf(wanted) }
  },
  detail: (ctx, { id }) => getReviewed(ctx, id),
  async history(ctx, { id }) {
    await getReviewed(ctx, id)
    const events = await ctx.db
      .selectFrom('ticket_review_event')
      .select(['id', 'at', 'actor_name as actorName', 'note'])
      .select([sql<Verdict | null>`verdict`.as('verdict'), sql<ReviewReason[]>`reasons`.as('reasons')])
      .where('ticket_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
    return events.map((event) => withWireTimes(event, ctx.who.timeZone))
  },
  summary: summarize,
  async save(ctx, input) {
    await saveReview(ctx, input)
    return getReviewed(ctx, input.id)
  },
  async withdraw(ctx, input) {
    await withdrawReview(ctx, input)
    return getReviewed(ctx, input.id)
  },
  draw: drawSample,
})
