import { getRandomValues } from 'node:crypto'

/** Uniform numbers in [0, 1). */
export type Random = () => number

export interface Dice {
  between(low: number, high: number): number
  /** An integer from `low` to `high`, both inclusive. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

export function diceOf(random: Random): Dice {
  const whole = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  return {
    between: (low, high) => low + random() * (high - low),
    whole,
    chance: (probability) => random() < probability,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
  }
}

const pool = new Uint32Array(1024)
let taken = pool.length

/** Unpredictable numbers, fetched in blocks, because one picture needs several hundred. */
export const cryptoRandom: Random = () => {
  if (taken === pool.length) {
    getRandomValues(pool)
    taken = 0
  }
  return (pool[taken++] ?? 0) / 0x1_0000_0000
}
