import { DomainError, type Ctx } from '../../kernel/context.ts'
import { readPlans } from './rows.ts'

type Seen = { id: string; version: number }
type Outcome = { id: string; planCode: string; planName: string; done: boolean; reason: string }

/**
 * Does the same with several plans, each on its own. `prepare` locks a plan and refuses, before anything is written, what
 * is not possible; it returns what does it. There is no savepoint, because histories are checked against the transaction.
 * Plans are locked in the order of their ids, so that two batches do not wait for each other.
 */
export async function eachApart(
  ctx: Ctx,
  plans: readonly Seen[],
  prepare: (seen: Seen) => Promise<() => Promise<void>>,
): Promise<{ results: Outcome[]; done: number }> {
  const different = [...new Map(plans.map((plan) => [plan.id, plan])).values()]
  const rows = await readPlans(
    ctx,
    different.map(({ id }) => id),
  )
  const known = new Map(rows.map((plan) => [plan.id, plan]))
  const results: Outcome[] = []
  for (const seen of different.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))) {
    const { planCode = '', planName = '' } = known.get(seen.id) ?? {}
    const { act, reason } = await prepared(() => prepare(seen))
    await act?.()
    results.push({ id: seen.id, planCode, planName, done: act !== null, reason })
  }
  return { results, done: results.filter(({ done }) => done).length }
}

type Prepared = { act: (() => Promise<void>) | null; reason: string }

async function prepared(prepare: () => Promise<() => Promise<void>>): Promise<Prepared> {
  try {
    return { act: await prepare(), reason: '' }
  } catch (error) {
    if (error instanceof DomainError) return { act: null, reason: error.message }
    throw error
  }
}
