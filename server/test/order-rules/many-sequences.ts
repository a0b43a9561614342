import { play, type Cast } from './play.ts'

/** How many sequences are played at once, each about an order of its own. */
const AT_ONCE = 8

/** Plays sequences from a seed on; answers the figures, and what of the first ones was not as the model has it. */
export async function playMany(cast: Cast, many: number, seed: number, tell?: (done: number) => void) {
  const sum = { sequences: 0, steps: 0, allowed: 0, rivals: 0, wrong: [] as string[] }
  let next = 0
  const player = async () => {
    while (next < many && sum.wrong.length < 5) {
      const played = await play(cast, seed + next++)
      sum.sequences += 1
      sum.steps += played.steps
      sum.allowed += played.allowed
      sum.rivals += played.rivals
      if (played.wrong !== null) sum.wrong.push(played.wrong)
      if (sum.sequences % 500 === 0) tell?.(sum.sequences)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, player))
  return sum
}
