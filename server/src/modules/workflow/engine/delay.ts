import type { Delay } from './process.ts'

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

const UNITS_MS = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000]

/** An ISO 8601 duration of weeks, days, hours, minutes and seconds; null for any other text. */
export function delayOf(text: string): Delay | null {
  const parts = DURATION.exec(text.trim())?.slice(1)
  if (!parts?.some((part) => part !== undefined)) return null
  return { ms: parts.reduce((sum, part, unit) => sum + Number(part ?? 0) * (UNITS_MS[unit] ?? 0), 0) }
}
