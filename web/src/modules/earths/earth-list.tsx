import type { Sent } from '@heliodesk/contract/call.ts'
import {
  type earthCalls,
  earthKinds,
  earthStates,
  earthTitles,
  type Earth,
  type EarthState,
} from '@heliodesk/contract/earths.ts'
import { CircleCheck, CircleX, FlaskConical, type LucideIcon, Zap } from 'lucide-react'
import { byPlace } from '../../domain/record-filters.tsx'
import type { DetailHead } from '../../kit/glimpse.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import css from './earths.module.css'

export const earthFilters: readonly Filter<Sent<typeof earthCalls.page>>[] = [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '编号、存放位置' },
  { ...byPlace, name: 'place', label: '电站' },
  { kind: 'select', name: 'kind', label: earthTitles.kindLabel, choices: earthKinds, single: true },
  { kind: 'select', name: 'state', label: earthTitles.stateLabel, choices: earthStates, single: true },
  {
    kind: 'select',
    name: 'testDue',
    label: '试验',
    choices: { over: '已超期', soon: '即将到期' },
    single: true,
  },
]

const looks: Record<EarthState, readonly [group: string, icon: LucideIcon]> = {
  stored: ['ok', CircleCheck],
  hanging: ['err', Zap],
  testing: ['proc', FlaskConical],
  scrapped: ['stop', CircleX],
}

/** Its state; in stock and in use look alike. */
export function StateTag({ state, stateLabel }: Pick<Earth, 'state' | 'stateLabel'>) {
  const [group, Icon] = looks[state]
  return (
    <span className={`tag look ${group}`}>
      <Icon className="i s" aria-hidden />
      {stateLabel}
    </span>
  )
}

const dueNotes = { over: '已超期', soon: '即将到期' } as const

/** The last day of its test, and whether that is past or near. */
export function TestDue({ testDue, testDueState }: Pick<Earth, 'testDue' | 'testDueState'>) {
  if (testDue === null) return <span className="t3">不送检</span>
  return (
    <span className={css.due}>
      {testDue}
      {testDueState && <em className={testDueState}>{dueNotes[testDueState]}</em>}
    </span>
  )
}

export const earthColumns: readonly Column<Earth>[] = [
  textColumn('name', earthTitles.name, 110, { lock: true }),
  textColumn('kindLabel', earthTitles.kindLabel, 108),
  {
    key: 'voltage',
    title: earthTitles.voltage,
    width: 100,
    align: 'right',
    fold: 2,
    cell: ({ voltage }) => `${voltage} kV`,
  },
  textColumn('psName', earthTitles.psName, 160),
  textColumn('place', earthTitles.place, 180, { grow: true, fold: 3 }),
  { key: 'testDue', title: earthTitles.testDue, width: 178, cell: (row) => <TestDue {...row} /> },
  { key: 'stateLabel', title: earthTitles.stateLabel, width: 96, cell: (row) => <StateTag {...row} /> },
  textColumn('depName', earthTitles.depName, 140, { fold: 1 }),
  textColumn('remark', earthTitles.remark, 160, { hidden: true }),
  textColumn('updatedBy', earthTitles.updatedBy, 100, { hidden: true }),
  minuteColumn('updateTime', earthTitles.updateTime, 148, { hidden: true }),
]

/** 接地线 3 号. */
export const nameOf = ({ kindLabel, name }: Pick<Earth, 'kindLabel' | 'name'>): string =>
  `${kindLabel} ${name}`

export const earthHead = (earth: Earth): DetailHead => ({
  top: <span>接地线台账</span>,
  title: (
    <>
      {nameOf(earth)}
      <StateTag {...earth} />
    </>
  ),
})
