import type { Sent } from '@heliodesk/contract/call.ts'
import { inspectionOutcomes } from '@heliodesk/contract/inspection-outcomes.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { allStatuses, flowStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { orderSortFields, orderTitles } from '@heliodesk/contract/work-order-list.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { formatNumber } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { nameColumn, textColumn, timeColumn, type FieldOf } from '../../kit/page-table/presets.tsx'
import { orderBy, type Paging, type Sort } from '../../kit/page-table/paging.ts'
import { byDepartment, byPerson, byPlace, byTaskType } from '../../domain/record-filters.tsx'
import { countOf, sortBeside, type ViewedList } from '../../domain/saved-views/conditions.ts'
import { narrowingOf, readFilters, type Filter } from '../../kit/search-bar/filters.ts'
import { StatusGlyph } from '../../kit/Status.tsx'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { Order } from './order.ts'
import css from './order-list.module.css'

type PageInput = Sent<typeof workOrderCalls.page>

const between = (name: 'createTime' | 'planStartTime' | 'flowEndTime', label: string) =>
  ({ kind: 'dates', name, label, from: `${name}Begin`, until: `${name}End`, times: true }) as const

export const orderFilters: readonly Filter<PageInput>[] = [
  { ...byPlace, name: 'psId', label: '电站' },
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '编号、描述、电站、负责人' },
  { ...byTaskType, name: 'taskType', label: '任务类型' },
  { kind: 'input', name: 'workSubclass', label: '任务子类', placeholder: '完整名称' },
  { ...byDepartment(), name: 'depCode', label: '运维班组' },
  { ...byPerson, name: 'liableUserId', label: '负责人' },
  between('createTime', '创建时间'),
  between('planStartTime', '计划开始'),
  between('flowEndTime', '关闭时间'),
  { kind: 'dates', name: 'due', label: '巡检到期', from: 'dueDayBegin', until: 'dueDayEnd' },
  { kind: 'select', name: 'outcome', label: '巡检结果', choices: inspectionOutcomes },
]

/** The chips above the list: one state, or one of the most frequent queries. */
export type OrderView = 'all' | 'open' | '1' | '2' | '3' | '4' | '5' | 'todo' | 'mine' | 'overdue'

/** The titles; 'all' applies no filter. */
export const viewTitles: Record<OrderView, string> = {
  all: '',
  open: '在办',
  ...flowStatuses,
  todo: '待我处理',
  mine: '我负责的',
  overdue: '超时',
}

const isView = (text: string): text is OrderView => Object.hasOwn(viewTitles, text)

export const readView = (query: URLSearchParams, otherwise: OrderView = 'all'): OrderView => {
  const view = query.get('view') ?? ''
  return isView(view) ? view : otherwise
}

const CHOSEN_VIEW = 'order-view'

/** Keeps the view for the next time that the list is opened on this phone. */
export const keepView = (view: OrderView): void => writeStored(CHOSEN_VIEW, view)

/**
 * The view of the list on a phone, without one in the address: the one last chosen there, otherwise the person's own
 * orders; for whoever assigns or accepts orders, those that wait for it.
 */
export function phoneView(may: (code: PermissionCode) => boolean): OrderView {
  const kept = readStored<string>(CHOSEN_VIEW) ?? ''
  if (isView(kept)) return kept
  if (may('order:assign') || may('order:check')) return 'todo'
  return may('order:execute') ? 'mine' : 'all'
}

/** The highest loss first (design language 2). */
export const costliestFirst: Sort = { field: 'lossPower', kind: 'desc' }

/** 'all' means the statuses 1 to 5 (spec 2 §2). */
export function inView(view: OrderView): PageInput {
  switch (view) {
    case 'all':
      return { flowSts: allStatuses }
    case 'open':
      return { flowSts: allStatuses.filter((status) => status < 4) }
    case 'todo':
    case 'mine':
    case 'overdue':
      return { [view]: true }
    default:
      return { flowSts: [Number(view)] }
  }
}

/** The device of whose orders a link shows the list. */
export function deviceOf(query: URLSearchParams): string | null {
  const id = query.get('deviceId') ?? ''
  return isId(id) ? id : null
}

const isId = (text: string) => /^[1-9]\d{0,17}$/.test(text)

/** The list at an address, without its order. */
export function narrowingAt(query: URLSearchParams, view: OrderView): PageInput {
  const deviceId = deviceOf(query)
  return {
    ...inView(view),
    ...narrowingOf(orderFilters, readFilters(orderFilters, query)),
    ...(deviceId && { deviceId }),
  }
}

/** The chip of a list of orders in a saved view; none is 全部, except on phones. */
export const viewBeside = (views: readonly string[]) => ({
  label: '视图',
  valid: (value: string) => views.includes(value),
  words: (value: string) => viewTitles[value as OrderView],
  plain: 'all',
  writesPlain: true as const,
})

/** What saved views of 任务中心 keep. */
export const viewedOrders: ViewedList = {
  code: 'work-orders',
  filters: orderFilters,
  beside: {
    view: viewBeside(Object.keys(viewTitles)),
    deviceId: { label: '设备', valid: isId, words: () => '同一设备' },
    sort: sortBeside(
      Object.fromEntries(orderSortFields.map((field) => [field, orderTitles[field]])),
      `${costliestFirst.field}.${costliestFirst.kind}`,
    ),
  },
  count: (query) => countOf(workOrderCalls.page, narrowingAt(query, readView(query))),
}

export const pageBy = ({ curPage, size, sort }: Paging): PageInput => ({
  curPage,
  size,
  ...orderBy(sort, orderSortFields),
})

const isOpen = ({ flowSts }: Order) => flowSts < 4

type Titled = keyof typeof orderTitles & FieldOf<Order, string>

const at = (
  key: Titled,
  width = 112,
  more: Parameters<typeof timeColumn<Order>>[3] = { hidden: true },
): Column<Order> => timeColumn(key, orderTitles[key], width, { look: () => 't2', ...more })

const hidden = (key: Titled, width: number): Column<Order> =>
  textColumn(key, orderTitles[key], width, { hidden: true })

/** The columns of spec 2 §3, and the loss. */
export const orderColumns = (linkTo: (id: string) => string): readonly Column<Order>[] => [
  nameColumn('workCode', orderTitles.workCode, 164, ({ id }) => linkTo(id), {
    lock: true,
    fixed: true,
    sortable: true,
  }),
  {
    key: 'flowStsName',
    title: orderTitles.flowStsName,
    width: 90,
    fold: 4,
    short: {
      width: 36,
      cell: ({ flowSts }) => (
        <span className={css.glyph} title={flowStatuses[flowSts]}>
          <StatusGlyph status={flowSts} bare />
        </span>
      ),
    },
    fixed: true,
    cell: ({ flowSts }) => <StatusGlyph status={flowSts} />,
  },
  textColumn('psName', orderTitles.psName, 124),
  textColumn('taskTypeLabel', orderTitles.taskTypeLabel, 100, { fold: 1 }),
  textColumn('taskDescription', orderTitles.taskDescription, 140, { grow: true }),
  {
    key: 'liablePerson',
    title: orderTitles.liablePerson,
    width: 76,
    fold: 5,
    cell: ({ liablePerson, flowSts }) =>
      liablePerson ?? (flowSts === 1 ? <span className="t3">未指派</span> : null),
  },
  at('planStartTime', 106, { sortable: true, fold: 2 }),
  at('planEndTime', 106, {
    sortable: true,
    fold: 3,
    look: (order) => (isOpen(order) && order.overHours !== null ? 'err' : 't2'),
  }),
  {
    key: 'overHours',
    title: orderTitles.overHours,
    width: 80,
    align: 'right',
    sortable: true,
    cell: (order) =>
      order.overHours !== null && (
        <span className={isOpen(order) ? 'err b' : 't2'}>{formatNumber(order.overHours, 1)} h</span>
      ),
  },
  {
    key: 'lossPower',
    title: orderTitles.lossPower,
    width: 106,
    align: 'right',
    sortable: true,
    cell: (order) => isOpen(order) && order.lossPower > 0 && formatNumber(order.lossPower, 1),
  },
  hidden('psaName', 150),
  hidden('siteTypeLabel', 110),
  hidden('taskCategoryLabel', 90),
  hidden('workSubclass', 110),
  hidden('defectLevelLabel', 90),
  hidden('opsBusinessSourceLabel', 90),
  hidden('opsSourceCategoryLabel', 90),
  at('flowEndTime'),
  at('impCommitTime'),
  at('realStartTime', 124),
  hidden('planCode', 130),
  hidden('ticketNo', 130),
  hidden('areaName', 110),
  hidden('depName', 130),
  at('createTime', 112, { hidden: true, sortable: true }),
]
