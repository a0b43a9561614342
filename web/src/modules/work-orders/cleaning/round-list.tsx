import type { Sent } from '@heliodesk/contract/call.ts'
import { cleaningMethods, roundSortFields, roundTitles } from '@heliodesk/contract/cleaning-list.ts'
import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { allStatuses } from '@heliodesk/contract/work-order-rules.ts'
import type { ReactNode } from 'react'
import { byDepartment, byPerson, byPlace } from '../../../domain/record-filters.tsx'
import { countOf, sortBeside, type ViewedList } from '../../../domain/saved-views/conditions.ts'
import { formatCapacity, formatDay, formatNumber } from '../../../kit/format.ts'
import type { Column } from '../../../kit/page-table/columns.ts'
import { orderBy, type Paging, type Sort } from '../../../kit/page-table/paging.ts'
import { nameColumn, numberColumn, textColumn, timeColumn } from '../../../kit/page-table/presets.tsx'
import { narrowingOf, readFilters, type Filter } from '../../../kit/search-bar/filters.ts'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { readView, viewBeside, type OrderView } from '../order-list.tsx'
import { countedOf, type Round } from './round.ts'
import css from './rounds.module.css'

type PageInput = Sent<typeof cleaningCalls.page>

export const roundFilters: readonly Filter<PageInput>[] = [
  { ...byPlace, name: 'psId', label: '电站' },
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '编号、描述、电站、负责人' },
  { ...byDepartment(), name: 'depCode', label: '运维班组' },
  { kind: 'dates', name: 'cleanedOn', label: '清洗日期', from: 'from', until: 'to' },
  { kind: 'select', name: 'method', label: '清洗方式', choices: cleaningMethods, single: true },
  { ...byPerson, name: 'liableUserId', label: '负责人' },
]

/** The newest first. */
export const newestFirst: Sort = { field: 'createTime', kind: 'desc' }

const inView = (view: OrderView) => {
  if (view === 'open') return allStatuses.filter((status) => status < 4)
  const status = allStatuses.find((each) => `${each}` === view)
  return status ? [status] : undefined
}

/** The list at an address, without its order. */
export function narrowingAt(query: URLSearchParams): PageInput {
  const flowSts = inView(readView(query))
  return { ...narrowingOf(roundFilters, readFilters(roundFilters, query)), ...(flowSts && { flowSts }) }
}

/** What saved views of 清洗工单 keep. */
export const viewedRounds: ViewedList = {
  code: 'cleaning-rounds',
  filters: roundFilters,
  beside: {
    view: viewBeside(['open', ...allStatuses.map(String)]),
    sort: sortBeside(
      Object.fromEntries(roundSortFields.map((field) => [field, roundTitles[field]])),
      `${newestFirst.field}.${newestFirst.kind}`,
    ),
  },
  count: (query) => countOf(cleaningCalls.page, narrowingAt(query)),
}

export const pageBy = ({ curPage, size, sort }: Paging): PageInput => ({
  curPage,
  size,
  ...orderBy(sort, roundSortFields),
})

const inMw = (kwp: number) => formatNumber(kwp / 1000, kwp % 1000 === 0 ? 0 : 1)

/** 15.2 / 45 MW; in one unit, that of the station. */
export const coverageOf = ({ coveredKwp, stationKwp }: Pick<Round, 'coveredKwp' | 'stationKwp'>): string =>
  stationKwp !== null && stationKwp >= 10_000
    ? `${inMw(coveredKwp)} / ${inMw(stationKwp)} MW`
    : `${formatNumber(coveredKwp)} / ${formatCapacity(stationKwp)}`

const percentOf = (ratio: number) => formatNumber(ratio * 100, 1)

/** 95.9 → 99.4 %. */
const gainOf = ({ srBefore, srAfter }: Pick<Round, 'srBefore' | 'srAfter'>): string | null =>
  srBefore === null || srAfter === null ? null : `${percentOf(srBefore)} → ${percentOf(srAfter)} %`

/** What the round brings, and whether that is what was accepted. */
export function Profit({ round }: { round: Round }): ReactNode {
  const counted = countedOf(round)
  if (!counted) return null
  const { isAccepted, outcome } = counted
  return (
    <span className={css.profit}>
      <span className="tag" title={isAccepted ? '验收时核定，之后不再变化' : '按现在的电价、辐照和配置估算'}>
        {isAccepted ? '核定' : '估算'}
      </span>
      <b className={outcome.profit < 0 ? 'err' : undefined}>{formatNumber(outcome.profit)}</b>
    </span>
  )
}

/** When the cost has come back, or why it has not. */
export function breakEvenOf(round: Round): { text: string; why: string } | null {
  const counted = countedOf(round)
  if (!counted) return null
  const { breakEvenDay, inputs, outcome, rain } = counted
  if (breakEvenDay) return { text: formatDay(breakEvenDay), why: `清洗后 ${outcome.breakEvenDays} 天` }
  if (outcome.breakEvenDays === null) return { text: '不回本', why: '没有增收' }
  if (rain) return { text: '未回本', why: `${formatDay(rain.day)} 降雨 ${rain.mm} mm，收益到此为止` }
  return {
    text: '未回本',
    why: `要 ${formatNumber(outcome.breakEvenDays, 1)} 天，超过收益天数 ${inputs.days} 天`,
  }
}

export const roundColumns = (linkTo: (id: string) => string): readonly Column<Round>[] => [
  nameColumn('workCode', roundTitles.workCode, 168, ({ id }) => linkTo(id), { lock: true, fixed: true }),
  {
    key: 'flowStsName',
    title: roundTitles.flowStsName,
    width: 88,
    cell: ({ flowSts }) => <StatusGlyph status={flowSts} />,
  },
  textColumn('psName', roundTitles.psName, 120),
  textColumn('taskDescription', roundTitles.taskDescription, 120, { grow: true, fold: 4 }),
  {
    key: 'coveredKwp',
    title: roundTitles.coveredKwp,
    width: 168,
    sortable: true,
    cell: (round) =>
      round.zones > 0 && (
        <span className={css.covered} title={round.percent === null ? undefined : `已洗 ${round.percent} %`}>
          <i aria-hidden>
            <i style={{ width: `${Math.min(100, round.percent ?? 0)}%` }} />
          </i>
          {coverageOf(round)}
        </span>
      ),
  },
  {
    key: 'zones',
    title: roundTitles.zones,
    width: 64,
    align: 'right',
    fold: 2,
    cell: ({ zones, zonesDone }) => zones > 0 && `${zonesDone} / ${zones}`,
  },
  {
    key: 'methods',
    title: roundTitles.methods,
    width: 96,
    fold: 1,
    cell: ({ methods }) => methods.join('、'),
  },
  {
    key: 'cleanedOn',
    title: roundTitles.cleanedOn,
    width: 96,
    sortable: true,
    fold: 6,
    cell: ({ cleanedOn }) => cleanedOn && <span className="t2">{formatDay(cleanedOn)}</span>,
  },
  numberColumn('cost', roundTitles.cost, 88, { sortable: true, some: true, fold: 8 }),
  numberColumn('water', roundTitles.water, 80, { sortable: true, digits: 1, fold: 5 }),
  {
    key: 'srAfter',
    title: roundTitles.srAfter,
    width: 128,
    align: 'right',
    fold: 3,
    cell: gainOf,
  },
  {
    key: 'profit',
    title: roundTitles.profit,
    width: 120,
    align: 'right',
    cell: (round) => <Profit round={round} />,
  },
  {
    key: 'breakEvenDay',
    title: roundTitles.breakEvenDay,
    width: 96,
    fold: 7,
    cell: (round) => {
      const told = breakEvenOf(round)
      return told && <span title={told.why}>{told.text}</span>
    },
  },
  textColumn('liablePerson', roundTitles.liablePerson, 80, { hidden: true }),
  numberColumn('broken', roundTitles.broken, 72, { hidden: true, some: true }),
  textColumn('depName', roundTitles.depName, 130, { hidden: true }),
  timeColumn('createTime', roundTitles.createTime, 112, { hidden: true, sortable: true, look: () => 't2' }),
]
