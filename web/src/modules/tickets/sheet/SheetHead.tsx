import { paths } from '@heliodesk/contract/paths.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketStamps, ticketTypeOf } from '@heliodesk/contract/ticket-states.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { TicketStatus } from '../../../domain/tickets/TicketStatus.tsx'
import { CopyText } from '../../../kit/CopyText.tsx'
import { formatMinute } from '../../../kit/format.ts'
import { PageHead } from '../../../kit/PageHead.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { doneSplitOf } from './operation.ts'
import { kindOf } from './ticket.ts'
import { useTicketWork } from './use-ticket-work.ts'
import css from './sheet.module.css'

type SheetHeadProps = {
  ticket: TicketDetail
  /** What has just happened to it, in a word. */
  news: ReactNode
  actions: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Which ticket it is, where it stands, and what can be done with it. */
export function SheetHead({ ticket, news, actions, onClose, children }: SheetHeadProps) {
  const { kind, ticketNo, workContent, state, stateLabel, stamp } = ticket
  const phone = usePhone()
  const number = ticketNo || '未编号'
  const isSwitching = phone && kind === 'operation' && state === 'operating'
  return (
    <header className={css.head}>
      {phone &&
        (isSwitching ? (
          <SwitchingHead ticket={ticket} />
        ) : (
          <PageHead title={kindOf(ticket)} facts={number} />
        ))}
      <nav className={css.path} aria-label="所在位置">
        <a
          href={paths.tickets.href()}
          onClick={(event) => {
            event.preventDefault()
            onClose()
          }}
        >
          两票管理
        </a>
        <ChevronRight className="i s" aria-hidden />
        <span>{ticketTypeOf(kind)}</span>
        {!isSwitching && <ChevronRight className="i s" aria-hidden />}
        {!isSwitching && <span className="nw">{number}</span>}
        {ticketNo && <CopyText text={ticketNo} label="复制票号" />}
        {news && (
          <span className={css.news} role="status">
            {news}
          </span>
        )}
      </nav>
      <div className={isSwitching ? `${css.headline} sr` : css.headline}>
        <h1>
          {workContent}
          <span className="tag ln lg">{kindOf(ticket)}</span>
          {stamp ? (
            <Stamp ticket={ticket} />
          ) : (
            <span className={css.status}>
              <TicketStatus state={state} stateLabel={stateLabel} />
            </span>
          )}
        </h1>
        {!phone && <div className={css.acts}>{actions}</div>}
      </div>
      {children}
    </header>
  )
}

/** While the switching goes on, a phone's head says what and how far. */
function SwitchingHead({ ticket }: { ticket: TicketDetail }) {
  const { workContent, ticketNo, psName, lineList } = ticket
  const { done } = doneSplitOf(useTicketWork(ticket))
  const facts = `${ticketNo} · ${psName} · ${done.length} / ${lineList.length} 步`
  return <PageHead title={workContent} facts={facts} />
}

const stampLooks = { executed: css.executed, unused: css.unused, void: css.void } as const

/** What ends on the form, with the reason, who and when. */
function Stamp({ ticket: { stamp, stampReason, stampedBy, stampedTime } }: { ticket: TicketDetail }) {
  if (!stamp) return null
  const says = [stampReason, stampedBy, stampedTime && formatMinute(stampedTime)].filter(Boolean).join(' · ')
  return (
    <span className={`${css.stamp} ${stampLooks[stamp]}`} title={says || undefined}>
      {ticketStamps[stamp]}
    </span>
  )
}
