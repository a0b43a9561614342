import type { TicketChange } from '@heliodesk/contract/ticket-changes.ts'
import type {
  HangingEarth,
  TicketChangeRow,
  TicketDetail,
  TicketPerson,
} from '@heliodesk/contract/ticket-rows.ts'
import { titleOfAct, type TicketAct } from '@heliodesk/contract/ticket-states.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { lazily } from '../../../kit/lazily.tsx'
import { RemoveDialog } from '../../../kit/RemoveDialog.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { ActDialog } from './ActDialog.tsx'
import { AnswerChange, AskChange, type ChangeAnswer } from './ChangeDialogs.tsx'
import { AddPerson, RemovePerson } from './CrewDialogs.tsx'
import { HangEarth, UnhangEarth } from './EarthDialogs.tsx'
import { GasDialog } from './GasDialog.tsx'
import { nameOf } from './ticket.ts'

const FlowChartDrawer = lazily(
  async () => (await import('../../../domain/flow-chart/FlowChartDrawer.tsx')).FlowChartDrawer,
)

/** The dialogs of a ticket; `onGone` after a draft was deleted. */
export const useTicketOverlays = (ticket: TicketDetail, onGone: () => void) =>
  useOverlays({
    act: (overlay, act: TicketAct) => (
      <ActDialog {...overlay} ticket={ticket} act={act} title={titleOfAct(ticket.kind, act)} />
    ),
    ask: (overlay, change: TicketChange) => <AskChange {...overlay} ticket={ticket} change={change} />,
    answer: (overlay, given: { change: TicketChangeRow; answer: ChangeAnswer }) => (
      <AnswerChange {...overlay} ticket={ticket} {...given} />
    ),
    hang: (overlay) => <HangEarth {...overlay} ticket={ticket} />,
    unhang: (overlay, earth: HangingEarth) => <UnhangEarth {...overlay} ticket={ticket} earth={earth} />,
    addPerson: (overlay) => <AddPerson {...overlay} ticket={ticket} />,
    removePerson: (overlay, person: TicketPerson) => (
      <RemovePerson {...overlay} ticket={ticket} person={person} />
    ),
    measure: (overlay) => <GasDialog {...overlay} ticket={ticket} />,
    remove: (overlay) => (
      <RemoveDialog
        {...overlay}
        call={ticketCalls.remove}
        input={{ id: ticket.id, version: ticket.version }}
        title={`删除草稿“${ticket.workContent}”？`}
        text="草稿还没有提交，删除后不能恢复。"
        done={['草稿已删除', nameOf(ticket)]}
        onRemoved={onGone}
      />
    ),
    flowChart: (overlay, processInstanceId: string) => (
      <FlowChartDrawer {...overlay} processInstanceId={processInstanceId} name={nameOf(ticket)} />
    ),
  })

export type TicketShow = ReturnType<typeof useTicketOverlays>['show']
