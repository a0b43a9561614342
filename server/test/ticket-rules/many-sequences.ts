import { findImpossible } from './look.ts'
import { play, type Cast, type Played } from './play.ts'

type Sum = Pick<Played, 'rivals' | 'steps'> & {
  sequences: number
  /** How often each was done, and refused, by the state of the ticket and what was tried. */
  done: Map<string, number>
  refused: Map<string, number>
  wrong: string[]
}

type Plan = {
  many: number
  seed: number
  lengthOf: (seed: number) => number
  tell?: (sum: Sum) => void
}

const LOOK_AROUND = 200

function count(into: Map<string, number>, what: readonly string[]): void {
  for (const each of what) into.set(each, (into.get(each) ?? 0) + 1)
}

/** Each cast plays one sequence after another; answers the figures, and what of the first ones was not as the model has it. */
export async function playMany(casts: readonly Cast[], { many, seed, lengthOf, tell }: Plan): Promise<Sum> {
  const sum: Sum = { sequences: 0, steps: 0, rivals: 0, done: new Map(), refused: new Map(), wrong: [] }
  const [{ owner, tenantId }] = casts as [Cast]
  let next = seed
  const company = async (cast: Cast) => {
    while (next < seed + many && sum.wrong.length === 0) {
      const own = next++
      const { steps, rivals, done, refused, wrong } = await play(cast, own, lengthOf(own))
      sum.sequences += 1
      sum.steps += steps
      sum.rivals += rivals
      count(sum.done, done)
      count(sum.refused, refused)
      if (wrong !== null) sum.wrong.push(wrong)
      if (sum.sequences % LOOK_AROUND === 0) {
        for (const found of await findImpossible(owner, tenantId)) sum.wrong.push(JSON.stringify(found))
        tell?.(sum)
      }
    }
  }
  await Promise.all(casts.map(company))
  for (const found of await findImpossible(owner, tenantId)) sum.wrong.push(JSON.stringify(found))
  return sum
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((all, each) => all + each, 0)

/** How often each action was done by now. */
export function actionsOf({ done }: Pick<Sum, 'done'>): Map<string, number> {
  const actions = new Map<string, number>()
  for (const [each, times] of done) {
    const verb = each.split(' ')[1]!
    actions.set(verb, (actions.get(verb) ?? 0) + times)
  }
  return actions
}

/** The figures as text, with everything that was done and how often. */
export function figuresOf(sum: Sum): string {
  const lines = [
    `${sum.sequences} sequences, ${sum.steps} actions: ${total(sum.done)} done, ${total(sum.refused)} refused; ${sum.rivals} pairs at once`,
  ]
  const states = Map.groupBy([...sum.done], ([each]) => each.split(' ')[0]!)
  for (const [state, found] of states)
    lines.push(`  ${state}: ${found.map(([each, times]) => `${each.split(' ')[1]} ${times}`).join(', ')}`)
  return lines.join('\n')
}
