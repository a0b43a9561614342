// Without letters that are easily confused when read aloud or copied from paper.
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SYMBOLS = '@#%+=?*-'
const LENGTH = 12

/** A random password that satisfies the rule (spec 1 §5). */
export function generatePassword(): string {
  const rest = Array.from({ length: LENGTH - 3 }, () => pick(LETTERS + DIGITS + SYMBOLS))
  return shuffle([pick(LETTERS), pick(DIGITS), pick(SYMBOLS), ...rest]).join('')
}

const pick = (from: string) => from[randomBelow(from.length)]!

function shuffle(items: string[]): string[] {
  const left = [...items]
  return items.map(() => left.splice(randomBelow(left.length), 1)[0]!)
}

/** Uniformly distributed: values past the last whole multiple are drawn again. */
function randomBelow(limit: number): number {
  const most = 256 - (256 % limit)
  for (;;) {
    const [value] = crypto.getRandomValues(new Uint8Array(1))
    if (value! < most) return value! % limit
  }
}
