import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { holidayRules } from '@heliodesk/contract/cycle-days.ts'
import { cycleKinds, type inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import css from './cycles.module.css'

export type Cycle = Received<typeof inspectionCycleCalls.add>

export const cycleFilters: readonly Filter<Sent<typeof inspectionCycleCalls.page>>[] = [
  { kind: 'input', name: 'keyword', label: '关键词', live: true, placeholder: '周期名称或拼音' },
  { kind: 'select', name: 'kind', label: '类型', choices: cycleKinds, single: true },
]

/** 12-07 顺延: the next day, and that it was moved; the year where it is another one. */
export function NextDay({ day, nominal, isEstimate }: { day: string; nominal: string; isEstimate: boolean }) {
  const isMoved = day !== nominal
  return (
    <span className={css.next} title={isMoved ? `原为 ${nominal}` : undefined}>
      {isEstimate && '约 '}
      {day.slice(5)}
      {isMoved && <em>{day > nominal ? '顺延' : '提前'}</em>}
    </span>
  )
}

export const cycleColumns: readonly Column<Cycle>[] = [
  textColumn('name', '名称', 160, { lock: true }),
  {
    key: 'kind',
    title: '类型',
    width: 80,
    cell: ({ kind }) => <span className="tag">{cycleKinds[kind]}</span>,
  },
  textColumn('when', '何时到期', 260, { grow: true }),
  {
    key: 'next',
    title: '下次',
    width: 130,
    cell: ({ next }) => (next ? <NextDay {...next} /> : <span className="t3">按电站推算</span>),
  },
  textColumn('holidays', '节假日', 140, { titles: holidayRules, fold: 2 }),
  {
    key: 'leadDays',
    title: '提前生成',
    width: 100,
    align: 'right',
    fold: 1,
    cell: ({ leadDays }) => `${leadDays} 天`,
  },
  {
    key: 'planCount',
    title: '计划',
    width: 80,
    align: 'right',
    cell: ({ id, name, planCount }) =>
      planCount === 0 ? (
        <span className="t3">0</span>
      ) : (
        <a
          href={paths.inspectionPlans.href({ cycleId: id })}
          aria-label={`周期${name}的 ${planCount} 个计划`}
          onClick={(event) => event.stopPropagation()}
        >
          {planCount}
        </a>
      ),
  },
]
