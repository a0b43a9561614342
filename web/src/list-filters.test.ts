import { accessCalls } from '@heliodesk/contract/access.ts'
import { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { appearanceCalls } from '@heliodesk/contract/appearance.ts'
import type { Call } from '@heliodesk/contract/call.ts'
import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { qualificationCalls } from '@heliodesk/contract/qualifications.ts'
import { signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { expect, test } from 'vitest'
import { narrowingOf, readOptions, type Filter } from './kit/search-bar/filters.ts'
import { itemFilters } from './modules/appearance/item-list.tsx'
import { approvalFilters } from './modules/approvals/approval-filters.ts'
import { deviceFilters } from './modules/devices/device-list.tsx'
import { filtersFor } from './modules/inquiries/inquiry-list.tsx'
import { auditFilters } from './modules/audit-log/audit-list.tsx'
import { logFilters } from './modules/sign-in-log/sign-in-log.tsx'
import { memberFilters } from './modules/roles/RoleMembers.tsx'
import { qualificationFilters } from './modules/qualifications/qualification-list.tsx'
import { holderFilters } from './modules/roles/HolderList.tsx'
import { projectFilters } from './modules/stations/Projects.tsx'
import { stationFilters } from './modules/stations/station-list.tsx'
import { userFilters } from './modules/users/user-list.tsx'
import { instanceFilters } from './modules/workflow/instances/instance-list.tsx'
import { roundFilters } from './modules/work-orders/cleaning/round-list.tsx'
import { orderFilters } from './modules/work-orders/order-list.tsx'

const choices = [{ value: '7', label: '一个' }]
const nameOf = (code: string) => code

type List = [name: string, filters: readonly Filter[], call: Call<'query'>]

const sources = import.meta.glob<string>(
  [
    './modules/*/*.{ts,tsx}',
    './modules/{work-orders/cleaning,workflow/instances}/*.{ts,tsx}',
    '!**/*.test.*',
  ],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const screens = import.meta.glob<Record<string, readonly Filter[]>>('./modules/*/*.tsx')
const contracts = import.meta.glob<Record<string, Record<string, Call<'query'>>>>(
  ['../../contract/src/*.ts', '!../../contract/src/*.test.ts'],
  { eager: true },
)

/** Filters that are a constant name their call in its type. */
const CONSTANT = /^export const (\w+): readonly Filter<\s*Sent<typeof (\w+)\.(\w+)>\s*>\[\] =/m

async function constantLists(): Promise<List[]> {
  const found = Object.entries(sources).flatMap(([path, source]) => {
    const match = CONSTANT.exec(source)
    return match ? [{ path, match }] : []
  })
  return Promise.all(
    found.map(async ({ path, match: [, name = '', calls = '', call = ''] }): Promise<List> => {
      const contract = Object.values(contracts).find((each) => calls in each)!
      return [name, (await screens[path]!())[name]!, contract[calls]![call]!]
    }),
  )
}

/** By the name of their export. */
const lists: List[] = [
  ...(await constantLists()),
  ['approvalFilters', approvalFilters('todo', choices), approvalCalls.page],
  ['userFilters', userFilters(choices, choices, nameOf), userCalls.list],
  ['auditFilters', auditFilters, auditLogCalls.list],
  ['logFilters', logFilters, signInLogCalls.list],
  ['filtersFor', filtersFor('feedback', 'office'), inquiryCalls.list],
  ['projectFilters', projectFilters(nameOf), stationCalls.psaList],
  ['stationFilters', stationFilters([{ province: '青海' }], null, '7'), stationCalls.page],
  ['deviceFilters', deviceFilters(choices, '7'), deviceCalls.page],
  ['orderFilters', orderFilters, workOrderCalls.page],
  ['roundFilters', roundFilters, cleaningCalls.page],
  ['qualificationFilters', qualificationFilters(nameOf), qualificationCalls.page],
  ['itemFilters', itemFilters(['外围']), appearanceCalls.page],
  ['instanceFilters', instanceFilters([]), processRuntimeCalls.page],
  ['memberFilters', memberFilters, accessCalls.members],
  ['holderFilters', holderFilters(choices), accessCalls.holders],
]

/** Sets of values that the filter's control can produce, which together contain every offered value. */
function settable(filter: Filter): readonly (readonly string[])[] {
  switch (filter.kind) {
    case 'select':
    case 'checkbox':
      return readOptions(filter.choices).map(({ value }) => [value])
    case 'cascader':
      return filter.choices.map(({ value }) => [value])
    case 'date':
      return [['2026-11-21']]
    case 'dates':
      return [['2026-11-01', '2026-11-21']]
    case 'picker':
      return [filter.valid(['A01A02', 'p3', '77'])]
    case 'input':
      return [['箱变']]
  }
}

const cases = lists.flatMap(([list, filters, call]) =>
  filters.flatMap((filter) =>
    settable(filter).map((values) => ({ list, filter, values, filters, call, label: filter.label })),
  ),
)

test.each(cases)(
  '$list: $label with $values asks for fields of its call',
  ({ filter, values, filters, call }) => {
    const asked = narrowingOf(filters, { [filter.name]: values })
    expect(Object.keys(asked).length).toBeGreaterThan(0)
    const box = call === approvalCalls.page ? 'todo' : 'feedback'
    const whole = { box, side: 'office', roleId: '1', month: '2026-11', ...asked }
    const taken = call.input.safeParse(whole)
    expect(taken.error?.issues).toBeUndefined()
    // Fields that the call does not declare are missing from the parsed input.
    expect(Object.keys(taken.data as object)).toEqual(expect.arrayContaining(Object.keys(asked)))
  },
)

test('every list that has filters is tried', () => {
  const declared = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/^export const (\w*Filters|filtersFor)\b/gm)].map(([, name]) => name!),
  )
  const searched = Object.values(sources).filter((source) => /\b(listQuery|useSysList)\(/.test(source))
  // This also finds a list whose filters have another name or are not exported.
  expect(searched).toHaveLength(lists.length)
  expect(declared.toSorted()).toEqual(lists.map(([name]) => name).toSorted())
})
