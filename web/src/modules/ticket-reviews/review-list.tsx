import { titleOfReason, type Verdict, verdicts } from '@heliodesk/contract/review-reasons.ts'
import { ticketClasses } from '@heliodesk/contract/review-reasons.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import {
  reviewStates,
  reviewTitles as titles,
  type ReviewedTicket,
  type ticketReviewCalls,
} from '@heliodesk/contract/ticket-reviews.ts'
import { CircleCheck, CircleDashed, CircleX, Dices, TriangleAlert } from 'lucide-react'
import type { DetailHead } from '../../kit/glimpse.tsx'
import { lookTag } from '../../kit/LookTag.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import css from './reviews.module.css'

export const reviewFilters: readonly Filter<Sent<typeof ticketReviewCalls.page>>[] = [
  { kind: 'select', name: 'kind', label: '类别', choices: ticketClasses, single: true },
  { kind: 'select', name: 'only', label: '范围', choices: reviewStates, single: true },
]

const verdictStates = { ...verdicts, none: '未评价' } as const

const StateTag = lookTag<Verdict | 'none'>(verdictStates, {
  qualified: ['ok', CircleCheck],
  unqualified: ['err', CircleX],
  none: ['undo', CircleDashed],
})

export const VerdictTag = ({ review }: Pick<ReviewedTicket, 'review'>) => (
  <StateTag state={review?.verdict ?? 'none'} />
)

/** What the checks find, the first one in words. */
export function FoundCell({ findings }: Pick<ReviewedTicket, 'findings'>) {
  const [first] = findings
  if (!first) return <span className="t3">无</span>
  const rest = findings.length - 1
  return (
    <span className={css.found} title={findings.map(({ says }) => says).join('；')}>
      <TriangleAlert className="i s" aria-hidden />
      <span className="ell">{first.says}</span>
      {rest > 0 && <b>等 {findings.length} 项</b>}
    </span>
  )
}

const SampledMark = () => (
  <span className={css.sampled}>
    <Dices className="i s" aria-hidden />
    抽查
  </span>
)

export const reviewColumns: readonly Column<ReviewedTicket>[] = [
  {
    key: 'ticketNo',
    title: titles.ticketNo,
    width: 220,
    lock: true,
    cell: ({ ticketNo, isSampled }) => (
      <span className={css.number}>
        {ticketNo}
        {isSampled && <SampledMark />}
      </span>
    ),
  },
  textColumn('kindLabel', titles.kindLabel, 116, { fold: 3 }),
  textColumn('workContent', titles.workContent, 180, { grow: true, fold: 6 }),
  textColumn('psName', titles.psName, 150, { fold: 5 }),
  textColumn('leaderName', titles.leaderName, 84, { fold: 4 }),
  textColumn('issuerName', titles.issuerName, 84, { hidden: true }),
  textColumn('permitterName', titles.permitterName, 84, { hidden: true }),
  minuteColumn('stampedTime', titles.stampedTime, 140, { fold: 2 }),
  { key: 'findings', title: titles.findings, width: 240, cell: (row) => <FoundCell {...row} /> },
  { key: 'verdict', title: titles.verdict, width: 100, cell: (row) => <VerdictTag {...row} /> },
  {
    key: 'reasons',
    title: titles.reasons,
    width: 180,
    fold: 1,
    cell: ({ review }) => review?.reasons.map(titleOfReason).join('、'),
  },
  {
    key: 'reviewerName',
    title: titles.reviewerName,
    width: 96,
    hidden: true,
    cell: ({ review }) => review?.reviewerName,
  },
  textColumn('depName', titles.depName, 140, { hidden: true }),
]

export const reviewHead = (ticket: ReviewedTicket): DetailHead => ({
  top: <span>两票评价{ticket.isSampled && <> · 抽查</>}</span>,
  title: (
    <>
      {ticket.ticketNo}
      <VerdictTag {...ticket} />
    </>
  ),
})
