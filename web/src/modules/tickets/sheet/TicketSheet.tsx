import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { AbandonedData } from '../../../kit/AbandonedData.tsx'
import { Button } from '../../../kit/Button.tsx'
import { DetailSkeleton } from '../../../kit/RecordDrawer.tsx'
import { ErrorCard, ErrorStrip } from '../../../kit/States.tsx'
import { useLate } from '../../../kit/use-late.ts'
import { useOthersHand } from '../../../kit/use-others-hand.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useRecord } from '../../../kit/use-record.ts'
import { Changes } from './Changes.tsx'
import { Crew } from './Crew.tsx'
import { Earths } from './Earths.tsx'
import { Events } from './Events.tsx'
import { Facts, Places } from './Facts.tsx'
import { Gas } from './Gas.tsx'
import { Links } from './Links.tsx'
import { LockBanner } from './LockBanner.tsx'
import { Locks } from './Locks.tsx'
import { Care, Measures } from './Measures.tsx'
import { OperationSteps } from './OperationSteps.tsx'
import { Roles } from './Roles.tsx'
import { SheetActions } from './SheetActions.tsx'
import { Site } from './Site.tsx'
import { SheetDrawings } from './SheetDrawings.tsx'
import { SheetHead } from './SheetHead.tsx'
import { Stepper } from './Stepper.tsx'
import { nameOf } from './ticket.ts'
import { useNow } from '../../../kit/use-now.ts'
import { Until } from './Until.tsx'
import { untilOf } from './until.ts'
import { useTicketOverlays } from './use-ticket-overlays.tsx'
import css from './sheet.module.css'

type TicketSheetProps = { id: string; onClose: () => void }

/** A ticket with everything that its form shows, and what the user can do with it. */
export function TicketSheet({ id, onClose }: TicketSheetProps) {
  const { read, record } = useRecord(ticketCalls.detail, 'id', id)
  const late = useLate(record === null && read.error === null)
  const hand = useOthersHand(ticketCalls.detail, id, record?.version ?? null, read.dataUpdatedAt)
  const retry = () => void read.refetch()
  if (record)
    return (
      <Sheet
        key={id}
        ticket={record}
        news={hand && (hand === 'others' ? '刚刚由他人更新' : '刚刚在别处更新')}
        error={read.error && <ErrorStrip title="两票没有更新" error={read.error} onRetry={retry} />}
        onClose={onClose}
      />
    )
  if (read.error?.isNotFound) return <AbandonedData open onClose={onClose} />
  return (
    <div className={css.sheet}>
      <div className={css.back}>
        <Button icon={ArrowLeft} onClick={onClose}>
          返回列表
        </Button>
      </div>
      {read.error && <ErrorCard title="两票没有取到" error={read.error} onRetry={retry} />}
      {late && <DetailSkeleton />}
    </div>
  )
}

type SheetProps = {
  ticket: TicketDetail
  news: string | null
  error: ReactNode
  onClose: () => void
}

function Sheet({ ticket, news, error, onClose }: SheetProps) {
  const now = useNow()
  const phone = usePhone()
  const { show, shown } = useTicketOverlays(ticket, onClose)
  const until = untilOf(ticket, now)
  // What is done now comes first on a phone in the hand.
  const isSwitching = phone && ticket.kind === 'operation' && ticket.state === 'operating'
  const actions = <SheetActions ticket={ticket} show={show} />
  return (
    <article className={css.sheet} aria-label={nameOf(ticket)}>
      <SheetHead ticket={ticket} news={news} actions={actions} onClose={onClose}>
        {!isSwitching && <Stepper key={ticket.state} ticket={ticket} now={now} />}
      </SheetHead>
      <div className={css.content}>
        <div className={css.column}>
          {error}
          {!(isSwitching && until?.is === 'valid') && <Until until={until} now={now} />}
          {!isSwitching && <LockBanner ticket={ticket} now={now} />}
          {ticket.kind === 'operation' ? (
            <>
              <OperationSteps ticket={ticket} />
              {isSwitching && until?.is === 'valid' && <Until until={until} now={now} />}
              {isSwitching && <LockBanner ticket={ticket} now={now} />}
              <Facts ticket={ticket} />
            </>
          ) : (
            <>
              <Facts ticket={ticket} />
              <Places ticket={ticket} />
              <Measures ticket={ticket} />
            </>
          )}
          <Site ticket={ticket} />
          <SheetDrawings ticket={ticket} />
          <Care ticket={ticket} />
          <Earths ticket={ticket} now={now} show={show} />
        </div>
        <div className={css.column}>
          <Changes ticket={ticket} show={show} />
          <Roles ticket={ticket} />
          <Crew ticket={ticket} show={show} />
          <Gas ticket={ticket} now={now} show={show} />
          <Locks ticket={ticket} />
          <Links ticket={ticket} />
          <Events ticket={ticket} />
        </div>
      </div>
      {phone && <div className="thumb-bar foot touch-send">{actions}</div>}
      {shown}
    </article>
  )
}
