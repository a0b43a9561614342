import { orderSortFields } from '@heliodesk/contract/work-order-list.ts'
import type { Dataset } from './dataset.ts'
import type { Scenario } from './scenarios.ts'

/** The people of the bench's company who see orders, in words. */
const people = { userId: 'all', stationUserId: 'one station' } as const satisfies Partial<
  Record<keyof Dataset, string>
>

const DAY_MS = 86_400_000
const dayAt = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Each sort order of the list, its first and its 1,000th page. A person with one station has no such page. */
const sorted = (['userId', 'stationUserId'] as const).flatMap((as) =>
  orderSortFields.flatMap((orderField) =>
    (['asc', 'desc'] as const).flatMap((orderType) =>
      (as === 'userId' ? [1, 1000] : [1]).map((curPage): Scenario => {
        const body = { orderField, orderType, curPage, flowSts: [1, 2, 3, 4, 5] }
        return {
          name: `sort: ${orderField} ${orderType}, page ${curPage}, ${people[as]}`,
          as,
          connections: [8],
          targetP95: 50,
          prepare: async () => ({ take: () => body }),
          ours: (feed) => ({ path: '/ops/order/page', body: feed.take() }),
        }
      }),
    ),
  ),
)

/** A call beside a floor that runs the statements of this very call and nothing else. */
const repeated = (what: string, path: string, body: object): Scenario => ({
  name: `same SQL: ${what}`,
  as: 'userId',
  target: 1.5,
  repeats: { path, body },
  prepare: async () => ({ take: () => ({ ...body }) }),
  ours: (feed) => ({ path, body: feed.take() }),
  floor: (feed) => ({ path: '/repeat', body: feed.take() }),
})

const span = { begin: dayAt(-30), end: dayAt(0) }

export const orderScenarios: Scenario[] = [
  ...sorted,
  repeated('keyword, two characters', '/ops/order/page', { keyword: '热斑' }),
  repeated('keyword, rare', '/ops/order/page', { keyword: '第 4711 次' }),
  repeated('keyword, code', '/ops/order/page', { keyword: 'GD2026010100' }),
  repeated('counts', '/ops/order/count', {}),
  repeated('portal', '/work-portal/statistics', { team: true }),
  repeated('portal queue', '/work-portal/queue', { team: true }),
  repeated('portal ranking', '/work-portal/ranking', {}),
  repeated('Gantt, two weeks', '/task/gantt/list', { begin: dayAt(-7), end: dayAt(7) }),
  repeated('Gantt, a department', '/task/gantt/list', {
    begin: dayAt(-7),
    end: dayAt(7),
    depCodes: 'A01A05',
  }),
  repeated('statistics', '/ops/order/statistics/overview', span),
  repeated('statistics by person', '/ops/order/statistics/groups', { ...span, by: 'person' }),
]
