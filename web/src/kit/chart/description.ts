import { csvOf } from '@heliodesk/contract/csv.ts'
import { EMPTY, formatNumber } from '../format.ts'

/** One number per point; null where there is none, which is drawn as a gap. */
type Values = readonly (number | null)[]

/** The design tokens of the colours; each has a contrast of 3:1 or more to a panel. */
export const tones = {
  own: '--c-own',
  expected: '--c-exp',
  second: '--c-2',
  third: '--c-3',
  fourth: '--c-4',
  fifth: '--c-5',
}

export type Series = {
  name: string
  kind: 'bar' | 'line' | 'steps'
  /** The colour: our own figures, what they are compared with, or a further series. */
  tone: keyof typeof tones
  values: Values
  /** Fills the area below a line. */
  filled?: boolean
  /** Shown after the name in the legend, for example the sum. */
  note?: string
}

/** A line across a point, for example the day of an event, with a few words. */
export type Mark = { at: number; text: string }

/** A chart with one scale over a row of points, for example days. */
export type Description = {
  /** Its accessible name, and the name of its files. */
  label: string
  /** What a point is, for example 日期; the name of each, and its short form on the axis. */
  points: { title: string; names: readonly string[]; short?: (name: string, at: number) => string }
  unit: string
  digits?: 0 | 1 | 2
  series: readonly Series[]
  /** Another unit on the axis alone, for large values. */
  axis?: { unit: string; per: number } | undefined
  /** Values that would flatten all the others leave the scale: their bars are broken and carry their number. */
  breaksOutliers?: boolean
  /** The last point is still being counted: lines lead to it with dashes. */
  unfinished?: boolean
  /** Points with a shaded background, for example weekends. */
  isShaded?: (name: string) => boolean
  marks?: readonly Mark[]
  /** Lines alone, without axes. */
  bare?: boolean
}

export const hasValues = ({ series }: Description) =>
  series.some(({ values }) => values.some((value) => value !== null))

/** The place among the series of one kind, which differ by stripes or dashes and not by colour alone. */
export const orderOf = ({ series }: Description, one: Series) =>
  series.filter(({ kind }) => kind === one.kind).indexOf(one)

/** The texts of one point, such as 新建 3 单. */
export const wordsAt = ({ series, unit, digits, marks = [] }: Description, at: number): string[] => [
  ...series.map(({ name, values }) => {
    const value = values[at] ?? null
    return `${name} ${value === null ? EMPTY : `${formatNumber(value, digits)} ${unit}`}`
  }),
  ...marks.filter((mark) => mark.at === at).map(({ text }) => text),
]

/** One sentence for those who do not see the drawing: how many points, and the range of each series. */
export function summaryOf({
  points: { title, names },
  series,
  unit,
  digits,
  marks = [],
}: Description): string {
  const ranges = series.map(({ name, values }) => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return `${name}没有数据`
    const [least, most] = known.reduce<[number, number]>(
      ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
      [Infinity, -Infinity],
    )
    const gaps = values.length - known.length
    const range = `${name} ${formatNumber(least, digits)} 至 ${formatNumber(most, digits)} ${unit}`
    return gaps === 0 ? range : `${range}，缺 ${formatNumber(gaps)} 个`
  })
  const marked = marks.map(({ at, text }) => `；${names[at]} ${text}`).join('')
  return `${title} ${names[0]} 至 ${names.at(-1)}，共 ${formatNumber(names.length)} 个；${ranges.join('；')}${marked}`
}

/** The values as a file for spreadsheets; a gap is an empty field. */
export const csvOfChart = ({ points: { title, names }, series, unit }: Description): string =>
  csvOf([
    [title, ...series.map(({ name }) => `${name} ${unit}`)],
    ...names.map((name, at) => [name, ...series.map(({ values }) => values[at] ?? null)]),
  ])
