import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ChevronDown, ChevronUp, Printer, ScanEye, Workflow } from 'lucide-react'
import { AbandonedData } from '../../../kit/AbandonedData.tsx'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { ActionMenu } from '../../../kit/page-table/RowActions.tsx'
import { lazily } from '../../../kit/lazily.tsx'
import { RecordDrawer } from '../../../kit/RecordDrawer.tsx'
import { useSectionSpy } from '../../../kit/SectionNav.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useRecord } from '../../../kit/use-record.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { go } from '../../../lib/location.ts'
import type { Order, OrderDetail } from '../order.ts'
import { OpenTicket, TicketStrip } from '../tickets/TicketStrip.tsx'
import { leadsOn, useOrderSteps, type StepAction } from '../order-steps.ts'
import { stepAsAction, stepIcons } from '../step-icons.ts'
import { anchorOf, Anchors } from './Anchors.tsx'
import { History } from './History.tsx'
import { orderHead } from './OrderHeading.tsx'
import { NextStrip } from './NextStrip.tsx'
import { DetailSections } from './DetailSections.tsx'
import { knownSectionsOf } from './sections.ts'
import css from './order-detail.module.css'

const FlowChartDrawer = lazily(
  async () => (await import('../../../domain/flow-chart/FlowChartDrawer.tsx')).FlowChartDrawer,
)

/** The maximum number of actions in the header (design: components "Drawer"). */
const MOST_ACTIONS = 4

/** Why nothing starts from an order of which only the row is known. */
const AWAITED = '正在读取工单'

export type Neighbours = { place: number; total: number; previous: string | null; next: string | null }

type OrderDetailDrawerProps = {
  id: string
  /** The order in the list behind, if it is there. */
  row: Order | null
  open: boolean
  onClose: () => void
  /** The order's neighbours in the list behind; null when it is not in the list. */
  neighbours: Neighbours | null
  onMove: (id: string) => void
  onStep: (action: StepAction, order: Order) => void
}

export function OrderDetailDrawer({
  id,
  row,
  open,
  onClose,
  neighbours,
  onMove,
  onStep,
}: OrderDetailDrawerProps) {
  const order = useRecord(workOrderCalls.detail, 'id', id)
  const known = order.record ?? row
  const spy = useSectionSpy(known ? knownSectionsOf(known).map(({ key }) => anchorOf(key)) : [], 48)
  const phone = usePhone()
  const { show, shown: flowChart } = useOverlays({
    flowChart: (overlay, { processInstanceId, taskTypeLabel, workCode }: OrderDetail) => (
      <FlowChartDrawer
        {...overlay}
        processInstanceId={processInstanceId}
        name={`${taskTypeLabel}工单 ${workCode}`}
      />
    ),
  })
  if (!order.record && order.read.error?.isNotFound) return <AbandonedData open={open} onClose={onClose} />
  return (
    <>
      <RecordDrawer {...order} open={open} onClose={onClose} noun="工单" row={row}>
        {(shown, loaded) => {
          const sections = knownSectionsOf(shown)
          return {
            ...orderHead(shown),
            nav: !phone && neighbours && <Moves {...neighbours} onMove={onMove} />,
            actions: (
              <>
                <Button
                  icon={Workflow}
                  refusal={loaded === null ? AWAITED : null}
                  onClick={() => loaded && show('flowChart', loaded)}
                >
                  流程图
                </Button>
                {!phone && (
                  <Button
                    code="role:manage"
                    icon={ScanEye}
                    onClick={() => go(paths.roles.to({ view: 'sees', order: id }))}
                  >
                    谁能看到
                  </Button>
                )}
                <Button icon={Printer} onClick={() => go(paths.orderPrint.to({ id }))}>
                  打印
                </Button>
                {!phone && <OpenTicket order={shown} />}
                <Actions order={shown} awaited={loaded === null} onStep={onStep} />
              </>
            ),
            under: (
              <>
                <NextStrip order={shown} />
                <TicketStrip order={shown} />
                <Anchors sections={sections} order={shown} current={spy.current} />
              </>
            ),
            aside: <History order={shown} />,
            onScroll: spy.onScroll,
            sections: <DetailSections order={shown} sections={sections} />,
          }
        }}
      </RecordDrawer>
      {flowChart}
    </>
  )
}

type ActionsProps = {
  order: Order
  /** Only its row in the list is known, whose version may be an old one: nothing starts from it. */
  awaited: boolean
  onStep: (action: StepAction, order: Order) => void
}

/** The user's next step is the filled button; the other actions are beside it, unavailable ones with the reason. */
function Actions({ order, awaited, onStep }: ActionsProps) {
  const stepsOf = useOrderSteps()
  const phone = usePhone()
  const known = stepsOf(order)
  const steps = known.map((step) => ({ ...step, refusal: step.refusal ?? (awaited ? AWAITED : null) }))
  const { query } = useUrlQuery()
  const asked = steps.find(({ action, refusal }) => refusal === null && action === query.get('act'))
  useAct(asked?.action ?? '', asked ? () => onStep(asked.action, order) : null)
  if (steps.length === 0) return null
  const primary = known.find(leadsOn)?.action
  const inRow = steps.slice(0, phone ? 2 : MOST_ACTIONS - 1)
  const inMenu = steps.slice(inRow.length)
  return (
    <>
      {inMenu.length > 0 && (
        <ActionMenu
          label="更多"
          actions={inMenu.map((step) => stepAsAction(step, () => onStep(step.action, order)))}
        />
      )}
      {inRow.toReversed().map((step) => (
        <Button
          key={step.action}
          kind={step.action === primary ? 'pri' : step.action === 'terminate' ? 'dng' : undefined}
          icon={stepIcons[step.action]}
          refusal={step.refusal}
          onClick={() => onStep(step.action, order)}
        >
          {step.title}
        </Button>
      ))}
    </>
  )
}

type MovesProps = Neighbours & { onMove: (id: string) => void }

function Moves({ place, total, previous, next, onMove }: MovesProps) {
  const moves = [
    { icon: ChevronUp, label: '上一单', to: previous, end: '已是本页第一单' },
    { icon: ChevronDown, label: '下一单', to: next, end: '已是本页最后一单' },
  ]
  return (
    <span className={`row ${css.moves}`}>
      <span className={`t3 ${css.t3}`}>
        {formatNumber(place)} / {formatNumber(total)}
      </span>
      {moves.map(({ icon, label, to, end }) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          small
          refusal={to ? null : end}
          onClick={() => to && onMove(to)}
        />
      ))}
    </span>
  )
}
