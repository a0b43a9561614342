import { paths } from '@heliodesk/contract/paths.ts'
import type { TicketRow } from '@heliodesk/contract/ticket-rows.ts'
import { Building2, CalendarClock, ClipboardList, UserRound } from 'lucide-react'
import { formatMinute } from '../../kit/format.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { numberOf, StateCell, ValidUntil } from './ticket-list.tsx'

type TicketCardProps = { ticket: TicketRow; onOpen: () => void; actions: readonly RowAction[] }

/** The card of a ticket, in the phone layout. */
export function TicketCard({ ticket, onOpen, actions }: TicketCardProps) {
  const { id, workContent, ticketTypeDtlLabel, psName, leaderName, flowUser, planStartTime, orders } = ticket
  const people = [leaderName && `负责人 ${leaderName}`, flowUser && `等待 ${flowUser}`]
  return (
    <RowCard
      href={paths.tickets.href({ ticket: id })}
      onOpen={onOpen}
      state={<StateCell {...ticket} />}
      beside={`${ticketTypeDtlLabel} ${numberOf(ticket)}`}
      name={workContent}
      facts={[
        [Building2, '电站', psName],
        [UserRound, '人员', people.filter(Boolean).join(' · ')],
        ticket.validUntil
          ? [CalendarClock, '有效期至', <ValidUntil key="until" {...ticket} />]
          : [CalendarClock, '计划开始', formatMinute(planStartTime)],
        [ClipboardList, '工单', orders.map(({ workCode }) => workCode).join('、')],
      ]}
      actions={actions}
    />
  )
}
