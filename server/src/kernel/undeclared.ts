import { isOwn, own } from '@heliodesk/contract/own.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The path of a field of an answer that its schema left out while parsing, such as `rows.0.phone`; null without one. */
export function undeclaredField(answer: unknown, parsed: unknown): string | null {
  if (!isObject(answer) || !isObject(parsed)) return null
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined && !isOwn(parsed, name)) return name
    const below = undeclaredField(value, own(parsed, name))
    if (below !== null) return `${name}.${below}`
  }
  return null
}
