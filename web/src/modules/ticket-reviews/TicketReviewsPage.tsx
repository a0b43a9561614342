import { paths } from '@heliodesk/contract/paths.ts'
import { ticketReviewCalls as calls, type ReviewedTicket } from '@heliodesk/contract/ticket-reviews.ts'
import { CalendarClock, ClipboardCheck, Dices, ListChecks, Printer, Undo2, UserRound } from 'lucide-react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { Button } from '../../kit/Button.tsx'
import { formatMinute } from '../../kit/format.ts'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import type { ListAction, RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useCountedPage } from '../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { go } from '../../lib/location.ts'
import { useCan } from '../../lib/permission.tsx'
import { queryOf } from '../../lib/queries.ts'
import { REVIEW_NOTE } from './review.ts'
import { FoundCell, reviewColumns, reviewFilters, reviewHead, VerdictTag } from './review-list.tsx'
import { ReviewBar, reviewTabs, type ReviewTab } from './ReviewBar.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { DrawSample, WithdrawReview } from './ReviewSteps.tsx'
import { PeopleCard, ReasonsCard, StationsCard } from './ReviewTables.tsx'
import { useReviewMonth } from './use-review-month.ts'
import css from './reviews.module.css'

const tabOf = (asked: string | null): ReviewTab =>
  asked !== null && Object.hasOwn(reviewTabs, asked) ? (asked as ReviewTab) : 'list'

const cards = { station: StationsCard, person: PeopleCard, reason: ReasonsCard } as const

/** 两票评价: how many tickets of a month qualify, why others do not, and the judgement of each. */
export function TicketReviewsPage() {
  const address = useListAddress()
  const of = useReviewMonth(address.query)
  const tab = tabOf(address.query.get('tab'))
  const bar = <ReviewBar {...of} change={address.change} tab={tab} />
  if (tab === 'list') return <ReviewList address={address} of={of} bar={bar} />
  const Card = cards[tab]
  return (
    <div className="list-page">
      <PageHead title="两票评价" facts={of.month} actions={<PrintButton {...of} />} />
      {bar}
      <div className={css.content}>
        <Card reading={of.summary} />
        <p className={css.note}>{REVIEW_NOTE}</p>
      </div>
    </div>
  )
}

const PrintButton = ({ narrowed }: Pick<ReturnType<typeof useReviewMonth>, 'narrowed'>) =>
  !usePhone() && (
    <Button icon={Printer} onClick={() => go(paths.ticketReviewPrint.to(narrowed))}>
      打印
    </Button>
  )

type ReviewListProps = {
  address: ReturnType<typeof useListAddress>
  of: ReturnType<typeof useReviewMonth>
  bar: React.ReactNode
}

function ReviewList({ address, of, bar }: ReviewListProps) {
  const { narrowed, month } = of
  const list = listQuery(reviewFilters, address)
  const { curPage, size } = list.paging
  const wanted = { ...narrowed, ...list.narrowing }
  const source = useCountedPage(calls.page, wanted, { curPage, size })
  const detail = useOverlay(address.query.get('ticket'))
  const mayEdit = useCan('ticketReview:edit')
  const { show, shown } = useOverlays({
    review: (overlay, ticket: ReviewedTicket) => <ReviewForm {...overlay} ticket={ticket} />,
    withdraw: (overlay, opened: ReviewedTicket) => <WithdrawReview {...overlay} opened={opened} />,
    draw: (overlay) => <DrawSample {...overlay} narrowed={narrowed} />,
  })
  const open = ({ id }: ReviewedTicket) => address.change({ ticket: id }, { push: true })
  const actionsOf = (ticket: ReviewedTicket): ListAction[] => {
    const { refusal, review } = ticket
    if (!mayEdit) return []
    const step = (key: 'review' | 'withdraw', title: string, icon: RowAction['icon']) => ({
      key,
      title,
      icon,
      refusal,
      run: () => show(key, ticket),
    })
    return [
      step('review', review ? '重新评价' : '评价', ClipboardCheck),
      ...(review ? [{ ...step('withdraw', '撤销评价', Undo2), danger: true }] : []),
    ]
  }
  return (
    <ListPage
      title="两票评价"
      unit="张"
      actions={
        <>
          {mayEdit && (
            <Button icon={Dices} onClick={() => show('draw')}>
              抽查
            </Button>
          )}
          <PrintButton narrowed={narrowed} />
          <ExportButton
            wanted={{ kind: 'ticketReviews', query: wanted }}
            name="两票评价"
            unit="张"
            conditions={[month, list.text].filter(Boolean).join(' · ')}
            total={source.total}
          />
        </>
      }
      above={bar}
      code="ticket-reviews"
      name="两票评价"
      columns={reviewColumns}
      source={{
        ...source,
        refresh: () => {
          source.refresh()
          void of.summary.refetch()
        },
      }}
      list={list}
      onOpen={open}
      head={reviewHead}
      ahead={({ id }) => queryOf(calls.detail, { id })}
      currentKey={detail.open ? detail.value : null}
      rowActions={actionsOf}
      renderCard={(ticket, actions) => (
        <ReviewCard ticket={ticket} onOpen={() => open(ticket)} actions={actions} />
      )}
      empty={{ title: '这个月没有已执行的票', text: '票终结并盖“已执行”章后，会列在盖章的月份里等待评价' }}
    >
      {detail.value && (
        <ReviewDrawer
          id={detail.value}
          row={source.rows?.find(({ id }) => id === detail.value) ?? null}
          open={detail.open}
          onClose={() => address.leave(['ticket'])}
          onReview={(ticket) => show('review', ticket)}
          onWithdraw={(ticket) => show('withdraw', ticket)}
        />
      )}
      {shown}
    </ListPage>
  )
}

type ReviewCardProps = { ticket: ReviewedTicket; onOpen: () => void; actions: readonly RowAction[] }

/** The card of a ticket, in the phone layout. */
function ReviewCard({ ticket, onOpen, actions }: ReviewCardProps) {
  const { id, ticketNo, psName, leaderName, stampedTime, workContent } = ticket
  return (
    <RowCard
      href={paths.ticketReviews.href({ ticket: id })}
      onOpen={onOpen}
      state={<VerdictTag {...ticket} />}
      beside={psName}
      name={`${ticketNo} ${workContent}`}
      facts={[
        [ListChecks, '自动检查', <FoundCell key="found" {...ticket} />],
        [UserRound, '负责人', leaderName],
        [CalendarClock, '终结时间', formatMinute(stampedTime)],
      ]}
      actions={actions}
    />
  )
}
