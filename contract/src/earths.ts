import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, day, id, keyOf, named, requiredText, text, version } from './fields.ts'
import { recordCalls } from './record-calls.ts'
import { kilovolts } from './kilovolts.ts'
import { scopeFilter } from './work-order-list.ts'

const { command, query } = callsOf('earth')

const list = { perm: 'earth:list' } as const
const edit = { perm: 'earth:edit' } as const

/** What the ledger counts (domain.md §1.4). */
export const earthKinds = {
  wire: '接地线',
  switch: '接地刀闸',
  board: '绝缘挡板',
  personal: '个人保安线',
} as const
export type EarthKind = keyof typeof earthKinds

export const earthStates = { stored: '在库', hanging: '已装设', testing: '送检', scrapped: '报废' } as const
export type EarthState = keyof typeof earthStates

/** An earth switch is part of a device: it is neither stored nor sent away. */
export const titleOfState = (kind: EarthKind, state: EarthState): string =>
  kind === 'switch' && state === 'stored' ? '在用' : earthStates[state]

/** Whether it has to be tested from time to time. */
export const isTested = (kind: EarthKind): boolean => kind !== 'switch'

/** What is done with one besides editing it, and from which states. */
export const earthActions = {
  test: { title: '送检', from: ['stored'] },
  receive: { title: '收回', from: ['testing'] },
  scrap: { title: '报废', from: ['stored', 'testing'] },
} as const satisfies Record<string, { title: string; from: readonly EarthState[] }>
export type EarthAction = keyof typeof earthActions

/** Why it cannot be done as it stands, as a sentence; null if it can. */
export function earthRefusal(
  action: EarthAction | 'edit',
  { kind, state }: { kind: EarthKind; state: EarthState },
): string | null {
  if (action === 'edit')
    return state === 'scrapped' ? '已报废，不能再修改' : state === 'hanging' ? '已装设，拆除后才能修改' : null
  if (action !== 'scrap' && !isTested(kind)) return `${earthKinds[kind]}不送检`
  const { title, from } = earthActions[action]
  return (from as readonly EarthState[]).includes(state)
    ? null
    : `现为“${titleOfState(kind, state)}”，不能${title}`
}

const earth = z
  .object({
    id: z.string(),
    kind: keyOf(earthKinds),
    kindLabel: z.string(),
    /** The number on the earth and on its place in the rack. */
    name: z.string(),
    psId: z.string(),
    psName: z.string(),
    depName: z.string(),
    /** The highest voltage it is made for, in kV. */
    voltage: keyOf(kilovolts),
    /** Its place in the rack; of a switch, the device. */
    place: z.string(),
    /** The last day of its test; null for a switch. */
    testDue: z.string().nullable(),
    /** Whether the test is over, or soon will be; null where there is time, or nothing to test. */
    testDueState: z.enum(['over', 'soon']).nullable(),
    state: keyOf(earthStates),
    stateLabel: z.string(),
    remark: z.string(),
    /** Who changed it last, and when. */
    updatedBy: z.string(),
    updateTime: z.string(),
    version: z.int(),
  })
  .meta({ id: 'Earth' })
export type Earth = z.output<typeof earth>

/** The fields of the form. */
const fields = {
  kind: named('种类', keyOf(earthKinds, '请选择种类')),
  name: named('编号', requiredText(30)),
  psId: named('电站', id),
  voltage: named('电压等级', keyOf(kilovolts, '请选择电压等级')),
  place: named('存放位置', requiredText(60)),
  testDue: named('试验有效期', day.nullable().default(null)),
  remark: named('备注', text(200).default('')),
}

/** The filters, shared by the list and the export. */
export const earthQuery = z.object({
  /** Matches the number and the place. */
  keyword: named('关键词', text(50).optional()),
  kind: named('种类', keyOf(earthKinds, '没有这种接地线').optional()),
  state: named('状态', keyOf(earthStates, '没有这种状态').optional()),
  /** Those whose test is over, or soon will be. */
  testDue: named('试验', z.enum(['over', 'soon'], '没有这种试验状态').optional()),
  ...scopeFilter,
})

/** The column titles by field, shared by the list and the export. */
export const earthTitles = {
  name: '编号',
  kindLabel: '种类',
  voltage: '电压等级',
  psName: '电站',
  place: '存放位置',
  testDue: '试验有效期',
  stateLabel: '状态',
  depName: '运维班组',
  remark: '备注',
  updatedBy: '更新人',
  updateTime: '更新时间',
} as const

const { remove: _remove, ...record } = recordCalls('earth', {
  title: '接地线',
  titles: { add: '登记接地线' },
  path: '/earth',
  access: edit,
  read: list,
  fields,
  output: earth,
})

/** The ledger never forgets an earth: what is no longer used is scrapped. */
export const earthCalls = {
  /** Those of the stations in the caller's scope: by station, kind and number. */
  page: query({
    title: '接地线台账',
    path: '/earth/page',
    access: list,
    bodyKb: 768,
    input: earthQuery.extend(businessPage),
    output: businessPageOf(earth),
  }),
  /** How many of the filtered ones are in each state, and how many have to be tested. */
  counts: query({
    title: '接地线数量',
    path: '/earth/counts',
    access: list,
    bodyKb: 768,
    input: earthQuery,
    output: z.object({
      byState: z.object({ stored: z.int(), hanging: z.int(), testing: z.int(), scrapped: z.int() }),
      over: z.int(),
      soon: z.int(),
    }),
  }),
  ...record,
  test: command({
    title: '接地线送检',
    path: '/earth/test',
    access: edit,
    input: z.object({ id, version, note: named('说明', text(100).default('')) }),
    output: earth,
  }),
  receive: command({
    title: '接地线收回',
    path: '/earth/receive',
    access: edit,
    input: z.object({
      id,
      version,
      /** By default as long from today as the company's settings say. */
      testDue: named('试验有效期', day.optional()),
      note: named('说明', text(100).default('')),
    }),
    output: earth,
  }),
  scrap: command({
    title: '接地线报废',
    path: '/earth/scrap',
    access: edit,
    input: z.object({ id, version, reason: named('原因', requiredText(100)) }),
    output: earth,
  }),
  /** Everything that was done with one, the latest first. */
  history: query({
    title: '接地线变更记录',
    path: '/earth/history',
    access: list,
    input: z.object({ id }),
    output: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        actorName: z.string(),
        action: z.enum(['add', 'edit', 'test', 'receive', 'scrap', 'hang', 'unhang', 'hand']),
        actionName: z.string(),
        note: z.string(),
      }),
    ),
  }),
}
