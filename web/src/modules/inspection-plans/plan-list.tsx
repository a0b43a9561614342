import type { Sent } from '@heliodesk/contract/call.ts'
import {
  type inspectionPlanCalls,
  LATE_AUDIT_DAYS,
  planStates,
  type PlanRow,
  type PlanState,
} from '@heliodesk/contract/inspection-plans.ts'
import { StationSelect } from '../../domain/StationSelect.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { codeColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter, PickerProps } from '../../kit/search-bar/filters.ts'
import { PlanCycleSelect } from './PlanCycleSelect.tsx'
import css from './plans.module.css'

const onlyIds = (values: readonly string[]) => values.filter((value) => /^[1-9]\d*$/.test(value)).slice(0, 1)

const StationFilter = ({ label, value, onChange }: PickerProps) => (
  <StationSelect label={label} value={[...value]} onChange={(chosen) => onChange(chosen.slice(0, 1))} />
)

export const planFilters: readonly Filter<Sent<typeof inspectionPlanCalls.list>>[] = [
  { kind: 'input', name: 'keyword', label: '关键词', live: true, placeholder: '计划编号、名称' },
  {
    kind: 'picker',
    name: 'psId',
    label: '电站',
    Control: StationFilter,
    valid: onlyIds,
    words: () => '1 座',
  },
  {
    kind: 'picker',
    name: 'cycleId',
    label: '周期',
    Control: PlanCycleSelect,
    valid: onlyIds,
    words: () => '1 种',
  },
  { kind: 'select', name: 'state', label: '状态', choices: planStates, single: true },
]

const groups: Record<PlanState, string> = {
  draft: 'draft',
  audit: 'undo',
  effective: 'ok',
  returned: 'err',
  stopped: 'stop',
}

/** The state of a plan, how long it waits, and what is to follow. */
export function PlanStatus({ plan }: { plan: PlanRow }) {
  const { state, stateName, nextState, waitingDays, returnReason, stopOn } = plan
  const isLate = waitingDays !== null && waitingDays > LATE_AUDIT_DAYS
  return (
    <span className={css.status}>
      <span className={`tag look ${groups[state]}`}>{stateName}</span>
      {nextState && <span className="t2">修改{planStates[nextState]}</span>}
      {waitingDays !== null && <em className={isLate ? css.late : undefined}>{waitingDays} 天</em>}
      {state === 'returned' && returnReason && <em title={returnReason}>{returnReason}</em>}
      {state === 'effective' && stopOn && <em className={css.late}>{stopOn.slice(5)} 停用</em>}
    </span>
  )
}

/** 12-07 顺延. */
export function NextDue({
  nextDue,
  nextNominal,
  isEstimate,
}: Pick<PlanRow, 'isEstimate' | 'nextDue' | 'nextNominal'>) {
  if (nextDue === null) return null
  const isMoved = nextNominal !== null && nextNominal !== nextDue
  return (
    <span className={css.due} title={isMoved ? `原为 ${nextNominal}` : undefined}>
      {isEstimate && '约 '}
      {nextDue.slice(5)}
      {isMoved && <em>{nextDue > (nextNominal ?? '') ? '顺延' : '提前'}</em>}
    </span>
  )
}

export const stationsOf = ({
  stations,
  stationCount,
}: Pick<PlanRow, 'stationCount' | 'stations'>): string => {
  const [first = ''] = stations
  return stationCount > 1 ? `${first}等 ${stationCount} 座` : first
}

const LOW_RATE = 80

const Rate = ({ onTime }: Pick<PlanRow, 'onTime'>) =>
  onTime === null ? null : <b className={onTime < LOW_RATE ? css.late : css.rate}>{onTime} %</b>

export const planColumns: readonly Column<PlanRow>[] = [
  codeColumn('planCode', '计划编号', 168, { sortable: true, lock: true }),
  textColumn('planName', '计划名称', 190, { grow: true, sortable: true }),
  { key: 'stations', title: '电站', width: 160, fold: 5, cell: (plan) => stationsOf(plan) || null },
  textColumn('cycleName', '周期', 110, { fold: 4 }),
  { key: 'nextDue', title: '下次到期', width: 120, sortable: true, cell: (plan) => <NextDue {...plan} /> },
  numberColumn('orders30', '30 天工单', 100, { fold: 2 }),
  {
    key: 'onTime',
    title: '按期完成',
    width: 100,
    align: 'right',
    fold: 3,
    cell: (plan) => <Rate {...plan} />,
  },
  textColumn('depName', '责任部门', 140, { fold: 1 }),
  { key: 'state', title: '状态', width: 210, cell: (plan) => <PlanStatus plan={plan} /> },
  textColumn('creatorName', '编制人', 100, { hidden: true }),
]
