import type { Sent } from '@heliodesk/contract/call.ts'
import { allStatuses, flowStatuses, taskTypes } from '@heliodesk/contract/work-order-rules.ts'
import { orderSortFields, orderTitles } from '@heliodesk/contract/work-order-list.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { formatMinute, formatNumber, formatTime } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { orderBy, type Paging, type Sort } from '../../kit/page-table/paging.ts'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { StatusGlyph } from '../../kit/Status.tsx'
import type { Order } from './order.ts'

type PageInput = Sent<typeof workOrderCalls.page>

const between = (name: 'createTime' | 'planStartTime' | 'flowEndTime', label: string) =>
  ({ kind: 'dates', name, label, from: `${name}Begin`, until: `${name}End`, times: true }) as const

export const orderFilters: readonly Filter<PageInput>[] = [
  { kind: 'scope', name: 'psId', label: '电站' },
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '工单编号、描述' },
  {
    kind: 'checkbox',
    name: 'taskType',
    label: '任务类型',
    choices: taskTypes,
    sends: (types) => ({ taskType: types.map(Number) }),
  },
  { kind: 'department', name: 'depCode', label: '运维班组' },
  { kind: 'person', name: 'liableUserId', label: '负责人' },
  between('createTime', '创建时间'),
  between('planStartTime', '计划开始'),
  between('flowEndTime', '关闭时间'),
]

/** The chips over the list: one state, or one of the questions that people ask most. */
export type OrderView = 'all' | 'open' | '1' | '2' | '3' | '4' | '5' | 'todo' | 'mine' | 'overdue'

/** In words; 'all' narrows nothing. */
export const viewTitles: Record<OrderView, string> = {
  all: '',
  open: '在办',
  ...flowStatuses,
  todo: '待我处理',
  mine: '我负责的',
  overdue: '超时',
}

const isView = (text: string): text is OrderView => Object.hasOwn(viewTitles, text)

export const readView = (query: URLSearchParams): OrderView => {
  const view = query.get('view') ?? ''
  return isView(view) ? view : 'all'
}

/** What costs most stands first (design language 2). */
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

export const pageBy = ({ curPage, size, sort }: Paging): PageInput => ({
  curPage,
  size,
  ...orderBy(sort, orderSortFields),
})

const isOpen = ({ flowSts }: Order) => flowSts < 4

const time = (value: string | null, late = false) =>
  value && (
    <span className={late ? 'err' : 't2'} title={formatMinute(value)}>
      {formatTime(value)}
    </span>
  )

/** The columns of spec 2 §3, and the loss. */
export const orderColumns = (linkTo: (id: string) => string): readonly Column<Order>[] => [
  {
    key: 'workCode',
    title: orderTitles.workCode,
    width: 168,
    lock: true,
    fixed: true,
    sortable: true,
    cell: ({ id, workCode }) => (
      <a className="code" href={linkTo(id)} tabIndex={-1}>
        {workCode}
      </a>
    ),
  },
  {
    key: 'flowStsName',
    title: orderTitles.flowStsName,
    width: 90,
    fixed: true,
    cell: ({ flowSts }) => <StatusGlyph status={flowSts} />,
  },
  { key: 'psName', title: orderTitles.psName, width: 124, cell: ({ psName }) => psName },
  {
    key: 'taskTypeLabel',
    title: orderTitles.taskTypeLabel,
    width: 100,
    cell: ({ taskTypeLabel }) => taskTypeLabel,
  },
  {
    key: 'taskDescription',
    title: orderTitles.taskDescription,
    width: 150,
    grow: true,
    cell: ({ taskDescription }) => taskDescription,
  },
  {
    key: 'liablePerson',
    title: orderTitles.liablePerson,
    width: 76,
    cell: ({ liablePerson, flowSts }) =>
      liablePerson ?? (flowSts === 1 ? <span className="t3">未指派</span> : null),
  },
  {
    key: 'planStartTime',
    title: orderTitles.planStartTime,
    width: 106,
    sortable: true,
    cell: ({ planStartTime }) => time(planStartTime),
  },
  {
    key: 'planEndTime',
    title: orderTitles.planEndTime,
    width: 106,
    sortable: true,
    cell: (order) => time(order.planEndTime, isOpen(order) && order.overHours !== null),
  },
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
    width: 114,
    align: 'right',
    sortable: true,
    cell: (order) => isOpen(order) && order.lossPower > 0 && formatNumber(order.lossPower, 1),
  },
  { key: 'psaName', title: orderTitles.psaName, width: 150, hidden: true, cell: ({ psaName }) => psaName },
  {
    key: 'siteTypeLabel',
    title: orderTitles.siteTypeLabel,
    width: 110,
    hidden: true,
    cell: ({ siteTypeLabel }) => siteTypeLabel,
  },
  {
    key: 'taskCategoryLabel',
    title: orderTitles.taskCategoryLabel,
    width: 90,
    hidden: true,
    cell: ({ taskCategoryLabel }) => taskCategoryLabel,
  },
  {
    key: 'workSubclass',
    title: orderTitles.workSubclass,
    width: 110,
    hidden: true,
    cell: ({ workSubclass }) => workSubclass,
  },
  {
    key: 'opsBusinessSourceLabel',
    title: orderTitles.opsBusinessSourceLabel,
    width: 90,
    hidden: true,
    cell: ({ opsBusinessSourceLabel }) => opsBusinessSourceLabel,
  },
  {
    key: 'opsSourceCategoryLabel',
    title: orderTitles.opsSourceCategoryLabel,
    width: 90,
    hidden: true,
    cell: ({ opsSourceCategoryLabel }) => opsSourceCategoryLabel,
  },
  {
    key: 'flowEndTime',
    title: orderTitles.flowEndTime,
    width: 112,
    hidden: true,
    cell: ({ flowEndTime }) => time(flowEndTime),
  },
  {
    key: 'impCommitTime',
    title: orderTitles.impCommitTime,
    width: 112,
    hidden: true,
    cell: ({ impCommitTime }) => time(impCommitTime),
  },
  {
    key: 'realStartTime',
    title: orderTitles.realStartTime,
    width: 124,
    hidden: true,
    cell: ({ realStartTime }) => time(realStartTime),
  },
  {
    key: 'planCode',
    title: orderTitles.planCode,
    width: 130,
    hidden: true,
    cell: ({ planCode }) => planCode,
  },
  {
    key: 'ticketNo',
    title: orderTitles.ticketNo,
    width: 130,
    hidden: true,
    cell: ({ ticketNo }) => ticketNo,
  },
  {
    key: 'areaName',
    title: orderTitles.areaName,
    width: 110,
    hidden: true,
    cell: ({ areaName }) => areaName,
  },
  { key: 'depName', title: orderTitles.depName, width: 130, hidden: true, cell: ({ depName }) => depName },
  {
    key: 'createTime',
    title: orderTitles.createTime,
    width: 112,
    hidden: true,
    sortable: true,
    cell: ({ createTime }) => time(createTime),
  },
]
