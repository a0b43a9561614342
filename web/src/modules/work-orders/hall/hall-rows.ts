import type { Received } from '@heliodesk/contract/call.ts'
import type { orderHallCalls } from '@heliodesk/contract/order-hall.ts'

export type HallRow = Received<typeof orderHallCalls.page>['rows'][number]
export type Taken = Received<typeof orderHallCalls.taken>[number]

/** The rows that are shown, of how many pages that were read, and which filters and order they are of. */
export type HallList = { key: string; pages: number; rows: readonly HallRow[] }

type Page = readonly HallRow[]

/**
 * The list after it was read again: it does not move under the reader. What changed in its rows shows in place, further
 * pages are added at its end, and other new rows wait (`newcomers`). Another key, and an empty list, show all at once.
 */
export function follow(list: HallList | null, key: string, pages: readonly Page[]): HallList {
  const fresh = pages.flat()
  if (list === null || list.key !== key) return { key, pages: pages.length, rows: fresh }
  const now = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(list.rows.map(({ id }) => id))
  const further = list.rows.length === 0 ? fresh : pages.slice(list.pages).flat()
  const rows = [
    ...list.rows.map((row) => now.get(row.id) ?? row),
    ...further.filter(({ id }) => !known.has(id)),
  ]
  const isSame = rows.length === list.rows.length && rows.every((row, at) => row === list.rows[at])
  return isSame && pages.length === list.pages ? list : { key, pages: pages.length, rows }
}

/** Orders that came meanwhile and are not shown. */
export function newcomers({ rows }: HallList, pages: readonly Page[]): readonly HallRow[] {
  const known = new Set(rows.map(({ id }) => id))
  return pages.flat().filter(({ id }) => !known.has(id))
}

/** Rows that are shown and were not read again: somebody took them, or others pushed them off the last page. */
export function missingIn(pages: readonly Page[], { rows }: HallList): string[] {
  const fresh = new Set(pages.flat().map(({ id }) => id))
  return rows.flatMap(({ id }) => (fresh.has(id) ? [] : [id]))
}

/** What is said of a row for the moment before it leaves. */
export type Mark = { kind: 'own' | 'gone'; text: string }

/** Where an order went that is not in the hall any more; null while it still waits. */
export function whereTo(taken: Taken | undefined, userId: string): Mark | null {
  if (taken === undefined) return { kind: 'gone', text: '已不在大厅' }
  if (taken.flowSts === 1) return null
  if (taken.liableUserId === userId) return { kind: 'own', text: '已由您负责' }
  if (taken.flowSts === 5 || taken.liablePerson === null)
    return { kind: 'gone', text: `工单${taken.flowStsName}` }
  return { kind: 'gone', text: `已被 ${taken.liablePerson} ${taken.realStartTime?.slice(11, 16) ?? ''} 接单` }
}

/** The types of orders that are looked for together. */
export const typeGroups = {
  urgent: { title: '抢修、故障', types: [15, 7] },
  defect: { title: '缺陷', types: [8] },
  clean: { title: '清洗、除草', types: [1, 2, 13] },
  other: { title: '其他', types: [3, 4, 9, 10, 11, 12, 14, 16, 18] },
} as const
export type TypeGroup = keyof typeof typeGroups

type Counts = Received<typeof orderHallCalls.count>

type ByType = Pick<Counts, 'byType'>

const namedTypes = new Set<number>(Object.values(typeGroups).flatMap(({ types }) => [...types]))

/** The types of a group; a company's own types are among the others. */
export function typesIn(group: TypeGroup, { byType }: ByType): number[] {
  const own = byType.map(({ taskType }) => taskType).filter((type) => !namedTypes.has(type))
  return [...typeGroups[group].types, ...(group === 'other' ? own : [])]
}

export function countIn(group: TypeGroup, counts: ByType): number {
  const types = typesIn(group, counts)
  return counts.byType.reduce(
    (sum, { taskType, orders }) => (types.includes(taskType) ? sum + orders : sum),
    0,
  )
}

/** 6 min, 1 h 20. */
export function formatTravel(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0
    ? `${Math.floor(minutes / 60)} h`
    : `${Math.floor(minutes / 60)} h ${String(rest).padStart(2, '0')}`
}

/** When an order is due, as seen on this day: 今天 18:00, 明天 12:00, 11-27 18:00. */
export function formatDue(planEndTime: string, today: string): string {
  const [day, clock] = [planEndTime.slice(0, 10), planEndTime.slice(11, 16)]
  if (day === today) return `今天 ${clock}`
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  if (day === tomorrow) return `明天 ${clock}`
  return `${day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day} ${clock}`
}
