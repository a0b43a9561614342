import { present } from '../../platform/certain.ts'

export type Random = ReturnType<typeof createRandom>

/** Reproducible choices: the same name always yields the same numbers, so that every demo start is alike. */
export function createRandom(name: string) {
  let state = 0x811c9dc5
  for (const letter of name) state = Math.imul(state ^ present(letter.codePointAt(0)), 0x01000193)
  // In [0, 1): a counter put through a 32-bit mixer; the period is 2³² or more.
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000
  }
  /** An integer from `low` to `high`, both inclusive. */
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    whole,
    /** A number from `low` to `high` with this many decimals. */
    decimal: (low: number, high: number, digits: number) =>
      Number((low + next() * (high - low)).toFixed(digits)),
    chance: (probability: number) => next() < probability,
    pick: <T>(choices: readonly T[]): NonNullable<T> => present(choices[whole(0, choices.length - 1)]),
    weighted<T>(choices: readonly (readonly [T, number])[]): T {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      return choices.find(([, weight]) => (left -= weight) < 0)?.[0] ?? present(choices.at(-1))[0]
    },
  }
}
