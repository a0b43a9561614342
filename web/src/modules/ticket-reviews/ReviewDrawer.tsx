import { paths } from '@heliodesk/contract/paths.ts'
import { titleOfReason, verdicts } from '@heliodesk/contract/review-reasons.ts'
import {
  reviewTitles as titles,
  ticketReviewCalls as calls,
  type ReviewedTicket,
} from '@heliodesk/contract/ticket-reviews.ts'
import { ClipboardCheck, Undo2 } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatMinute } from '../../kit/format.ts'
import { Lead } from '../../kit/Lead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import { Empty } from '../../kit/States.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useGrants } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { Findings } from './Findings.tsx'
import { reviewHead } from './review-list.tsx'
import css from './reviews.module.css'

type ReviewDrawerProps = OverlayProps & {
  id: string
  /** The ticket in the list behind, if it is there. */
  row: ReviewedTicket | null
  onReview: (ticket: ReviewedTicket) => void
  onWithdraw: (ticket: ReviewedTicket) => void
}

/** A ticket as it is judged: what the checks find, what was judged, and every earlier judgement. */
export function ReviewDrawer({ id, row, onReview, onWithdraw, ...overlay }: ReviewDrawerProps) {
  const read = useCall(calls.detail, { id })
  const ticket = read.data?.id === id ? read.data : null
  const pages = useGrants((grants) => grants.pages)
  return (
    <RecordDrawer
      {...overlay}
      call={calls.detail}
      id={id}
      noun="两票评价"
      read={read}
      record={ticket}
      row={row}
    >
      {(known) => ({
        ...reviewHead(known),
        actions: (
          <>
            {known.review && (
              <Button
                code="ticketReview:edit"
                icon={Undo2}
                refusal={known.refusal}
                onClick={() => onWithdraw(known)}
              >
                撤销评价
              </Button>
            )}
            <Button
              kind="pri"
              code="ticketReview:edit"
              icon={ClipboardCheck}
              refusal={known.refusal}
              onClick={() => onReview(known)}
            >
              {known.review ? '重新评价' : '评价'}
            </Button>
          </>
        ),
        sections: (
          <>
            <section className="sec" aria-label={titles.findings}>
              <h2>{titles.findings}</h2>
              <Findings findings={known.findings} />
            </section>
            {known.review && (
              <DetailLayout
                title={titles.verdict}
                items={[
                  { label: titles.verdict, value: verdicts[known.review.verdict] },
                  { label: titles.reviewerName, value: known.review.reviewerName },
                  { label: titles.reviewTime, value: formatMinute(known.review.reviewTime) },
                  { label: titles.reasons, value: known.review.reasons.map(titleOfReason), span: 3 },
                  { label: titles.note, value: known.review.note, span: 3 },
                ]}
              />
            )}
            <DetailLayout
              items={[
                {
                  label: titles.ticketNo,
                  value: (
                    <Lead
                      to={pages.includes(paths.tickets.path) ? paths.tickets.to({ ticket: known.id }) : null}
                      className={css.link}
                    >
                      {known.ticketNo}
                    </Lead>
                  ),
                },
                { label: titles.kindLabel, value: known.kindLabel },
                { label: titles.stampedTime, value: formatMinute(known.stampedTime) },
                { label: titles.workContent, value: known.workContent, span: 3 },
                { label: titles.psName, value: known.psName },
                { label: titles.depName, value: known.depName },
                { label: '盖章人', value: known.stampedBy },
                { label: titles.leaderName, value: known.leaderName },
                { label: titles.issuerName, value: known.issuerName },
                { label: titles.permitterName, value: known.permitterName },
              ]}
            />
            <ReviewHistory id={id} />
          </>
        ),
      })}
    </RecordDrawer>
  )
}

function ReviewHistory({ id }: { id: string }) {
  const read = useCall(calls.history, { id })
  return (
    <Reading
      read={read}
      name="评价记录"
      height={120}
      empty={<Empty title="还没有评价" text="每次评价和撤销都会记在这里" />}
    >
      {(events) => (
        <section className="sec" aria-label="评价记录">
          <h2>评价记录</h2>
          <Timeline
            entries={events.map(({ id: key, at, actorName, verdict, reasons, note }) => ({
              key,
              title: verdict ? `评为${verdicts[verdict]}` : '撤销评价',
              time: `${at} · ${actorName}`,
              note: [reasons.map(titleOfReason).join('、'), note].filter(Boolean).join('；'),
              color: verdict === 'qualified' ? 'limegreen' : verdict ? 'red' : null,
            }))}
          />
        </section>
      )}
    </Reading>
  )
}
