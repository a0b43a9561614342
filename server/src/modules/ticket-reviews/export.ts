import { titleOfReason, verdicts } from '@heliodesk/contract/review-reasons.ts'
import { reviewQuery, reviewTitles, type ReviewedTicket } from '@heliodesk/contract/ticket-reviews.ts'
import type { Cell, ExportCtx, ExportKind } from '../../kernel/export-kind.ts'
import { countOf } from '../../kernel/paging.ts'
import { matching, withFindings, type RatedRow } from './rows.ts'

const fields = Object.keys(reviewTitles) as (keyof typeof reviewTitles)[]

const PORTION = 500

function cellOf(ticket: ReviewedTicket, field: (typeof fields)[number]): Cell {
  const { review, findings, isSampled } = ticket
  switch (field) {
    case 'sampled':
      return isSampled ? '是' : ''
    case 'findings':
      return findings.map(({ says }) => says).join('；')
    case 'verdict':
      return review ? verdicts[review.verdict] : '未评价'
    case 'reasons':
      return review?.reasons.map(titleOfReason).join('；') ?? ''
    case 'note':
    case 'reviewerName':
    case 'reviewTime':
      return review?.[field] ?? ''
    default:
      return ticket[field]
  }
}

async function* pagesOf(ctx: ExportCtx, rows: readonly RatedRow[]): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += PORTION) {
    const shown = await withFindings(ctx, rows.slice(at, at + PORTION))
    yield shown.map((ticket) => fields.map((field) => cellOf(ticket, field)))
  }
}

export const reviewExport: ExportKind = {
  columns: fields.map((field) => ({
    title: reviewTitles[field],
    type: 'text',
    width: field === 'findings' || field === 'workContent' ? 40 : 20,
  })),
  /** The rows of one month are few enough to be held, and their findings need further statements. */
  async open(ctx, query) {
    const wanted = matching(ctx, reviewQuery.parse(query))
    return { rowCount: await countOf(wanted), pages: pagesOf(ctx, await wanted.execute()) }
  },
}
