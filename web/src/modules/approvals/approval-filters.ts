import {
  approvalBoxes,
  approvalOrders,
  dueStates,
  type approvalCalls,
  type ApprovalBox,
  type ApprovalOrder,
} from '@heliodesk/contract/approvals.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import { byPerson } from '../../domain/record-filters.tsx'
import type { Choice, Filter } from '../../kit/search-bar/filters.ts'

type Query = Sent<typeof approvalCalls.page>

/** The filters of a list: who started it is asked where others did, and what is due where it is to be done. */
export const approvalFilters = (box: ApprovalBox, types: readonly Choice[]): readonly Filter<Query>[] => [
  { name: 'keyword', label: '关键字', kind: 'input', live: true, placeholder: '标题、发起人' },
  { name: 'types', label: '类型', kind: 'select', choices: types },
  ...(box === 'todo' || box === 'delegated'
    ? ([{ name: 'due', label: '到期', kind: 'select', single: true, choices: dueStates }] as const)
    : []),
  ...(box === 'started' ? [] : ([{ ...byPerson, name: 'starterId', label: '发起人' }] as const)),
  {
    name: 'startTime',
    label: '发起时间',
    kind: 'dates',
    from: 'startTimeFrom',
    until: 'startTimeTo',
    times: true,
  },
]

/** Which list the address asks for. */
export const boxOf = (query: URLSearchParams): ApprovalBox => {
  const asked = query.get('box') ?? ''
  return own(approvalBoxes, asked) === undefined ? 'todo' : (asked as ApprovalBox)
}

/** In which order it asks for 待办. */
export const orderOf = (query: URLSearchParams): ApprovalOrder => {
  const asked = query.get('order') ?? ''
  return own(approvalOrders, asked) === undefined ? 'due' : (asked as ApprovalOrder)
}
