import {
  inspectionPlanCalls as calls,
  planStates,
  type PlanRow,
  type PlanState,
} from '@heliodesk/contract/inspection-plans.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { CalendarClock, Check, LayoutTemplate, Pause, Repeat, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { BatchFaults } from '../../kit/BatchFaults.tsx'
import { Button } from '../../kit/Button.tsx'
import { Chip } from '../../kit/Chip.tsx'
import { formatNumber } from '../../kit/format.ts'
import { BatchBar } from '../../kit/page-table/BatchBar.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { pageSource } from '../../kit/page-table/page-source.ts'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useChoice } from '../../kit/page-table/use-choice.ts'
import type { Sort } from '../../kit/page-table/paging.ts'
import type { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { SideScroll } from '../../kit/SideScroll.tsx'
import type { Fault } from '../../kit/use-batch-run.ts'
import { lazily } from '../../kit/lazily.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { go } from '../../lib/location.ts'
import { useCall } from '../../lib/queries.ts'
import { NextDue, planColumns, planFilters, PlanStatus, stationsOf } from './plan-list.tsx'
import { PlanFigures } from './PlanFigures.tsx'
import { usePlanActions } from './use-plan-actions.tsx'
import css from './plans.module.css'

const TemplatesDrawer = lazily(async () => (await import('./TemplatesDrawer.tsx')).TemplatesDrawer)

type Address = ReturnType<typeof useListAddress>

const MOST = 500

/** All plans, what waits for an audit first. */
export function PlanList({ address }: { address: Address }) {
  const list = listQuery(planFilters, address)
  const { curPage, size, sort } = list.paging
  const input = { ...list.narrowing, ...orderOf(sort), curPage, size }
  const read = useCall(calls.list, input)
  const rows = read.data?.pageList
  const phone = usePhone()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const { chosen, choice, bar } = useChoice<PlanRow>({
    rows,
    nameOf: ({ planName, planCode }) => `${planName}（${planCode}）`,
    unit: '项',
    most: MOST,
  })
  const { actionsOf, fits, show, shown, mayEdit, mayAudit } = usePlanActions((plans, { results }) => {
    const failed = results.filter(({ done }) => !done)
    const kept = new Set(failed.map(({ id }) => id))
    setFaults(failed.map(({ id, planName, reason }) => ({ id, title: planName, reason })))
    choice.onChoose(
      plans.filter(({ id }) => !kept.has(id)),
      false,
    )
  })
  const templates = useOverlays({ choose: (overlay) => <TemplatesDrawer {...overlay} /> })
  const fromTemplate = (
    <Button code="plan:edit" icon={LayoutTemplate} onClick={() => templates.show('choose')}>
      从模板建
    </Button>
  )
  const open = ({ id }: PlanRow) => go(paths.inspectionPlans.to({ plan: id }))
  const auditable = chosen.filter((plan) => fits(plan, 'audit'))
  const stoppable = chosen.filter((plan) => fits(plan, 'stop'))
  return (
    <ListPage
      title="巡检计划"
      unit="条"
      add={{
        text: '新建计划',
        code: 'plan:edit',
        run: () => go(paths.inspectionPlans.to({ edit: 'new' })),
      }}
      actions={fromTemplate}
      above={
        <>
          <PlanFigures />
          <StateChips address={address} />
          <BatchFaults faults={faults} unit="项" onForget={() => setFaults([])} />
        </>
      }
      code="inspection-plans"
      name="巡检计划"
      columns={planColumns}
      source={pageSource(calls.list, input, read, rows, read.data?.rowCount)}
      list={list}
      choice={
        !phone && (mayEdit || mayAudit)
          ? {
              ...choice,
              bar: (
                <BatchBar {...bar}>
                  <Button
                    size="sm"
                    icon={Check}
                    refusal={auditable.length === 0 ? '所选没有可审核的' : null}
                    onClick={() => show('pass', auditable)}
                  >
                    {`审核通过 ${auditable.length}`}
                  </Button>
                  <Button
                    size="sm"
                    icon={Undo2}
                    refusal={auditable.length === 0 ? '所选没有可审核的' : null}
                    onClick={() => show('giveBack', auditable)}
                  >
                    {`退回 ${auditable.length}`}
                  </Button>
                  <Button
                    size="sm"
                    icon={Pause}
                    refusal={stoppable.length === 0 ? '所选没有可停用的' : null}
                    onClick={() => show('stop', stoppable)}
                  >
                    {`停用 ${stoppable.length}`}
                  </Button>
                </BatchBar>
              ),
            }
          : undefined
      }
      onOpen={open}
      rowActions={(plan) => actionsOf(plan)}
      renderCard={(plan, actions) => <PlanCard plan={plan} onOpen={() => open(plan)} actions={actions} />}
      empty={{
        title: '还没有计划',
        text: '计划审核通过后，每到期前自动生成巡检工单',
        action: fromTemplate,
      }}
    >
      {shown}
      {templates.shown}
    </ListPage>
  )
}

const orderFields = { planCode: 'planCode', planName: 'planName', nextDue: 'nextDue' } as const

function orderOf({ field, kind }: Sort) {
  if (kind === '' || !Object.hasOwn(orderFields, field)) return {}
  return { orderField: field as keyof typeof orderFields, orderType: kind }
}

/** How many plans are in each state; a press shows them. */
function StateChips({ address }: { address: Address }) {
  const { data } = useCall(calls.figures, {})
  const chosen = address.query.get('state')
  const counts: Record<string, number> = data?.states ?? {}
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const chip = (state: PlanState | null, title: string, count: number) => (
    <Chip key={title} chosen={chosen === state} onChoose={() => address.change({ state, page: null })}>
      {title} {data ? formatNumber(count) : ''}
    </Chip>
  )
  return (
    <SideScroll className={css.chips} role="group" aria-label="状态">
      {chip(null, '全部', total)}
      {(Object.entries(planStates) as [PlanState, string][]).map(([state, title]) =>
        chip(state, title, counts[state] ?? 0),
      )}
    </SideScroll>
  )
}

type PlanCardProps = { plan: PlanRow; onOpen: () => void; actions: readonly RowAction[] }

/** The card of a plan, in the phone layout. */
function PlanCard({ plan, onOpen, actions }: PlanCardProps) {
  const { id, planCode, planName, cycleWhen } = plan
  return (
    <RowCard
      href={paths.inspectionPlans.href({ plan: id })}
      onOpen={onOpen}
      state={<PlanStatus plan={plan} />}
      beside={planCode}
      name={planName}
      facts={[
        [Repeat, '周期', `${stationsOf(plan)} · ${cycleWhen}`],
        [CalendarClock, '下次到期', plan.nextDue ? <NextDue key="due" {...plan} /> : '没有'],
      ]}
      actions={actions}
    />
  )
}
