import { books, type Limits } from './load.ts'
import { executorsOf, isOpen, momentOf, planOf, type OrderBar, type Plan } from './plan-time.ts'

/** What is seen to speak against a plan before the server has answered: a part of the time, and why. */
export type Clash = Plan & { kind: 'promised' | 'booked'; text: string }

const overlaps = (one: Plan, other: Plan) => one.start < other.end && other.start < one.end

const share = (one: OrderBar, other: OrderBar): boolean => {
  const people = executorsOf(one)
  return executorsOf(other).some((id) => people.includes(id))
}

/** What speaks against this plan of an order, among the orders on screen. */
export function clashesOf(bar: OrderBar, plan: Plan, bars: readonly OrderBar[], limits: Limits): Clash[] {
  const promised = bar.impCommitTime === null ? Infinity : momentOf(bar.impCommitTime)
  const others = books(plan, limits) ? bars : []
  const booked = others
    .filter((other) => other.id !== bar.id && isOpen(other) && share(bar, other))
    .map((other) => ({ other, plan: planOf(other) }))
    .filter((each) => books(each.plan, limits) && overlaps(plan, each.plan))
  return [
    ...(plan.end > promised
      ? [
          {
            kind: 'promised' as const,
            start: Math.max(plan.start, promised),
            end: plan.end,
            text: `晚于承诺完成时间 ${bar.impCommitTime!.slice(5, 16)}`,
          },
        ]
      : []),
    ...booked.map((each) => ({
      kind: 'booked' as const,
      start: Math.max(plan.start, each.plan.start),
      end: Math.min(plan.end, each.plan.end),
      text: `与 ${each.other.workCode} ${each.other.taskDescription} 重叠`,
    })),
  ]
}

/** The open orders that end after their promise, or at a time for which one of their people is booked twice. */
export function conflictingOf(bars: readonly OrderBar[], limits: Limits): ReadonlySet<string> {
  const found = new Set<string>()
  const byPerson = new Map<string, { id: string; plan: Plan }[]>()
  for (const bar of bars) {
    if (!isOpen(bar)) continue
    const plan = planOf(bar)
    if (bar.impCommitTime !== null && plan.end > momentOf(bar.impCommitTime)) found.add(bar.id)
    if (!books(plan, limits)) continue
    for (const person of executorsOf(bar)) {
      const own = byPerson.get(person) ?? []
      own.push({ id: bar.id, plan })
      byPerson.set(person, own)
    }
  }
  for (const own of byPerson.values()) {
    const sorted = own.toSorted((one, other) => one.plan.start - other.plan.start)
    let longest = sorted[0]!
    for (const each of sorted.slice(1)) {
      if (overlaps(longest.plan, each.plan)) found.add(longest.id).add(each.id)
      if (each.plan.end > longest.plan.end) longest = each
    }
  }
  return found
}
