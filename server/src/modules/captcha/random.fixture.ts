import type { Random } from './random.ts'

/** Marsaglia's multiply-with-carry: the same picture for the same seed. */
export function seeded(seed: number): Random {
  let [high, low] = [seed * 2_654_435_761 || 1, 521_288_629]
  return () => {
    high = 36_969 * (high & 0xffff) + (high >>> 16)
    low = 18_000 * (low & 0xffff) + (low >>> 16)
    return (((high << 16) + (low & 0xffff)) >>> 0) / 0x1_0000_0000
  }
}
