import { dayKinds, MOST_DAY_NAME, type DayKind, type SpecialDay } from '@heliodesk/contract/calendar.ts'

/** The special days of a year, by day. */
export type Days = ReadonlyMap<string, SpecialDay>

export const daysOf = (list: readonly SpecialDay[]): Days => new Map(list.map((each) => [each.day, each]))

export const listOf = (days: Days): SpecialDay[] =>
  [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))

const DAY_MS = 86_400_000
const atMidnight = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(atMidnight(day)).getUTCDay() + 6) % 7

export const monthOf = (year: number, month: number): string[] => {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const start = `${year}-${String(month).padStart(2, '0')}`
  return Array.from({ length }, (_each, at) => `${start}-${String(at + 1).padStart(2, '0')}`)
}

/** The days from one to another, whichever is earlier. */
export function rangeOf(one: string, other: string): string[] {
  const [from, to] = [atMidnight(one), atMidnight(other)].toSorted((a, b) => a - b) as [number, number]
  return Array.from({ length: (to - from) / DAY_MS + 1 }, (_each, at) => dayOf(from + at * DAY_MS))
}

export const isWorking = (days: Days, day: string): boolean => {
  const kind = days.get(day)?.kind
  return kind === undefined ? weekdayOf(day) < 5 : kind === 'work'
}

/** These days with another kind; null takes them back to their week. A day that is so by its week needs no entry. */
export function marked(days: Days, chosen: readonly string[], kind: DayKind | null, name: string): Days {
  const next = new Map(days)
  for (const day of chosen) {
    if (kind === null) next.delete(day)
    else next.set(day, { day, kind, name })
  }
  return next
}

export const named = (days: Days, chosen: readonly string[], name: string): Days => {
  const next = new Map(days)
  for (const day of chosen) {
    const known = next.get(day)
    if (known) next.set(day, { ...known, name })
  }
  return next
}

/** The statutory days instead of those before; days of the company's own stay. */
export const withStatutory = (days: Days, statutory: readonly SpecialDay[]): Days =>
  daysOf([...statutory, ...[...days.values()].filter(({ kind }) => kind === 'company')])

export const countOf = (days: Days, kind: DayKind): number =>
  [...days.values()].filter((each) => each.kind === kind).length

export const sameDays = (one: Days, other: Days): boolean =>
  JSON.stringify(listOf(one)) === JSON.stringify(listOf(other))

const KINDS = new Map<string, DayKind>([
  ...(Object.entries(dayKinds) as [DayKind, string][]).map(([kind, title]) => [title, kind] as const),
  ['休', 'off'],
  ['休息', 'off'],
  ['班', 'work'],
  ['上班', 'work'],
  ['调休', 'work'],
  ['自定', 'company'],
])

type Parsed = { days: SpecialDay[]; faults: string[] }

/**
 * What somebody pasted, or a CSV file: a day or two days (from, to), the kind, and its name, in any line. A heading and
 * empty lines are passed over.
 */
export function parseDays(text: string, year: number): Parsed {
  const found = new Map<string, SpecialDay>()
  const faults: string[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const cells = line
      .replaceAll('\ufeff', '')
      .split(/[\t,，;；]/)
      .map((cell) => cell.trim().replaceAll(/^"|"$/g, ''))
      .filter((cell) => cell !== '')
    if (cells.length === 0 || (at === 0 && cells.every((cell) => !/\d/.test(cell)))) continue
    const dates = cells.flatMap((cell) => dayIn(cell, year) ?? [])
    const kinds = cells.flatMap((cell) => KINDS.get(cell) ?? [])
    const fault = (what: string) => faults.push(`第 ${at + 1} 行${what}`)
    const [from, to = from] = dates
    const [kind] = kinds
    const name = cells.find((cell) => dayIn(cell, year) === null && !KINDS.has(cell)) ?? ''
    if (from === undefined || to === undefined) fault('没有日期，应为 2027-02-06 或 2月6日')
    else if (kind === undefined) fault('没有类型，应为放假、调休上班或公司自定')
    else if (name.length > MOST_DAY_NAME) fault(`的名称超过 ${MOST_DAY_NAME} 个字符`)
    else if (from > to) fault('的开始日期晚于结束日期')
    else if (!from.startsWith(`${year}-`) || !to.startsWith(`${year}-`)) fault(`的日期不在 ${year} 年`)
    else for (const day of rangeOf(from, to)) found.set(day, { day, kind, name })
  }
  return { days: listOf(found), faults }
}

/** `2027-02-06`, `2027/2/6`, `2027年2月6日`, `2月6日`, `02-06`; null for other texts. */
function dayIn(text: string, year: number): string | null {
  const parts = /^(?:(\d{4})[-/.年])?(\d{1,2})[-/.月](\d{1,2})日?$/.exec(text)
  if (!parts) return null
  const day = [parts[1] ?? year, parts[2]!.padStart(2, '0'), parts[3]!.padStart(2, '0')].join('-')
  const at = atMidnight(day)
  return Number.isNaN(at) || dayOf(at) !== day ? null : day
}
