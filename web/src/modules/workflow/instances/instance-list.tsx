import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { runtimeStates, type processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { formatMinute } from '../../../kit/format.ts'
import { lookTag } from '../../../kit/LookTag.tsx'
import type { Column } from '../../../kit/page-table/columns.ts'
import { minuteColumn, nameColumn, personColumn, textColumn } from '../../../kit/page-table/presets.tsx'
import type { Filter } from '../../../kit/search-bar/filters.ts'
import css from './instances.module.css'

type Calls = typeof processRuntimeCalls

export type Running = Received<Calls['page']>['pageList'][number]
export type VersionCount = Received<Calls['versions']>[number]
type Query = Sent<Calls['page']>

export const versionName = ({ name, version }: Pick<VersionCount, 'name' | 'version'>): string =>
  `${name} 第 ${version} 版`

export const instanceFilters = (versions: readonly VersionCount[]): readonly Filter<Query>[] => [
  { name: 'keyword', label: '关键词', kind: 'input', placeholder: '标题、发起人' },
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    choices: { normal: runtimeStates.normal, stuck: runtimeStates.stuck, overdue: runtimeStates.overdue },
    single: true,
  },
  {
    name: 'definition',
    field: 'definitionId',
    label: '流程版本',
    kind: 'select',
    choices: versions.map((each) => ({ value: each.definitionId, label: versionName(each) })),
    single: true,
  },
]

const states = { normal: '正常', stuck: '卡住', overdue: '超期' } as const

export const stateOf = ({ problems, isOverdue }: Running): keyof typeof states => {
  if (problems.length > 0) return 'stuck'
  return isOverdue ? 'overdue' : 'normal'
}

export const StateTag = lookTag(states, {
  normal: ['ok', CircleCheck],
  stuck: ['err', TriangleAlert],
  overdue: ['undo', Clock],
})

export const instanceColumns = (hrefOf: (row: Running) => string): readonly Column<Running>[] => [
  nameColumn('title', '标题', 220, hrefOf, { grow: true, lock: true }),
  {
    key: 'state',
    title: '状态',
    width: 88,
    cell: (row) => <StateTag state={stateOf(row)} />,
  },
  textColumn('step', '当前环节', 150),
  {
    key: 'problems',
    title: '原因',
    width: 220,
    cell: ({ problems }) => <span className={css.why}>{problems.join('；')}</span>,
  },
  {
    key: 'processName',
    title: '流程版本',
    width: 150,
    fold: 2,
    cell: ({ processName, version }) => versionName({ name: processName, version }),
  },
  personColumn('starter', '发起人', 90, { fold: 3 }),
  minuteColumn('startTime', '发起时间', 140, { fold: 4 }),
  {
    key: 'dueTime',
    title: '时限',
    width: 140,
    fold: 1,
    cell: ({ dueTime, isOverdue }) =>
      dueTime && <span className={isOverdue ? css.late : undefined}>{formatMinute(dueTime)}</span>,
  },
]
