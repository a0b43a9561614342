// Without letters that are easily confused when read aloud or copied from paper.
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SYMBOLS = '@#%+=?*-'
const LENGTH = 12

/** A source of random bytes. */
type RandomByte = () => number

/**
 * A random password that satisfies the rule (spec 1 §5). A letter comes first: files for spreadsheets would put an
 * apostrophe before a symbol, and people would type it.
 */
export function passwordFrom(byte: RandomByte): string {
  const pick = (from: string) => from.charAt(randomBelow(from.length, byte))
  const rest = Array.from({ length: LENGTH - 3 }, () => pick(LETTERS + DIGITS + SYMBOLS))
  return pick(LETTERS) + shuffle([pick(DIGITS), pick(SYMBOLS), ...rest], byte).join('')
}

function shuffle(items: string[], byte: RandomByte): string[] {
  const left = [...items]
  return items.flatMap(() => left.splice(randomBelow(left.length, byte), 1))
}

/** Uniformly distributed: values past the last whole multiple are drawn again. */
function randomBelow(limit: number, byte: RandomByte): number {
  const most = 256 - (256 % limit)
  for (;;) {
    const value = byte()
    if (value < most) return value % limit
  }
}
