import type { RowGroup } from './geometry.ts'
import { executorsOf, type OrderBar, type Person } from './plan-time.ts'

export const groupings = { person: '按人员', station: '按电站' } as const
export type Grouping = keyof typeof groupings

/** Orders by keys, of which one may have several. */
export function gathered(
  bars: readonly OrderBar[],
  keysOf: (bar: OrderBar) => readonly string[],
): Map<string, OrderBar[]> {
  const groups = new Map<string, OrderBar[]>()
  for (const bar of bars)
    for (const key of keysOf(bar)) {
      const own = groups.get(key)
      if (own) own.push(bar)
      else groups.set(key, [bar])
    }
  return groups
}

/** The row of orders that nobody has yet. */
export const NOBODY = 'nobody'

/** The orders by person, in the order of the people, those of nobody first; or by station, in the order of names. */
export function groupBars(
  bars: readonly OrderBar[],
  people: readonly Person[],
  by: Grouping,
  only: string | null = null,
): RowGroup[] {
  if (by === 'station')
    return [...gathered(bars, ({ psId }) => [psId])]
      .map(([key, own]) => ({ key, name: own[0]!.psName, note: `${own.length} 单`, bars: own }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'zh'))
  const byPerson = gathered(bars, (bar) => {
    const executors = executorsOf(bar)
    return executors.length === 0 ? [NOBODY] : executors
  })
  const rows = people
    .filter(({ id }) => byPerson.has(id) && (only === null || id === only))
    .map(({ id, realname, departName }) => ({
      key: id,
      name: realname,
      note: departName,
      bars: byPerson.get(id)!,
    }))
  const nobody = byPerson.get(NOBODY)
  return nobody ? [{ key: NOBODY, name: '未指派', note: `${nobody.length} 单`, bars: nobody }, ...rows] : rows
}
