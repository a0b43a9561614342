import { z } from 'zod'
import { defectLevel, type DefectLevel } from './defect-levels.ts'
import { named } from './fields.ts'

/** More than any meter shows; four decimals are stored. */
const MOST = 9_999_999

export const reading = z
  .number('应为数值')
  .min(-MOST, `不能小于 ${-MOST}`)
  .max(MOST, `不能大于 ${MOST}`)
  // As a refinement: in binary, 2.23 is no multiple of 0.0001, and readers of the API's description would refuse it.
  .refine((value) => Number(value.toFixed(4)) === value, '最多四位小数')

/** Where something begins or ends; `open` says that the value itself does not belong to it. */
const bound = z.object({ at: reading, open: z.boolean().default(false) })
export type Bound = z.output<typeof bound>

const maybe = (title: string) => named(title, bound.nullable().default(null))

/** What lies beyond, on either side. */
const beyond = (title: string) =>
  named(title, z.object({ low: maybe('下限'), high: maybe('上限') }).default({ low: null, high: null }))
type Beyond = z.output<ReturnType<typeof beyond>>

const limitFields = z.object({
  /** What is allowed; without either bound every reading is. */
  low: maybe('下限'),
  high: maybe('上限'),
  /** Allowed, and to be watched. */
  watch: beyond('关注'),
  /** Not allowed, and graver than the grade of its own. */
  gradeII: beyond('II 级'),
  gradeI: beyond('I 级'),
  /** What a reading outside the range is suggested to be. */
  grade: named('超限等级', defectLevel.default('III')),
})
export type ReadingLimits = z.output<typeof limitFields>

export const verdicts = { normal: '正常', watch: '关注', abnormal: '异常' } as const
export type Verdict = keyof typeof verdicts

export type Judgement = { verdict: Verdict; grade: DefectLevel | null }

const atLeast = (value: number, { at, open }: Bound) => (open ? value > at : value >= at)
const atMost = (value: number, { at, open }: Bound) => (open ? value < at : value <= at)

const isBeyond = (value: number, { low, high }: Beyond) =>
  (low !== null && atMost(value, low)) || (high !== null && atLeast(value, high))

/** Whether a range allows a value. */
export const isAllowed = (value: number, { low, high }: Pick<ReadingLimits, 'low' | 'high'>): boolean =>
  (low === null || atLeast(value, low)) && (high === null || atMost(value, high))

/** What a reading is by its limits, and the grade that a defect of it is suggested to have. */
export function judge(value: number, limits: ReadingLimits): Judgement {
  if (isAllowed(value, limits))
    return { verdict: isBeyond(value, limits.watch) ? 'watch' : 'normal', grade: null }
  if (isBeyond(value, limits.gradeI)) return { verdict: 'abnormal', grade: 'I' }
  if (isBeyond(value, limits.gradeII) && limits.grade !== 'I') return { verdict: 'abnormal', grade: 'II' }
  return { verdict: 'abnormal', grade: limits.grade }
}

/** By how much a reading is outside of its range; 0 inside. */
export function excess(value: number, limits: Pick<ReadingLimits, 'low' | 'high'>): number {
  if (isAllowed(value, limits)) return 0
  const { low, high } = limits
  const over = high !== null && value >= high.at ? value - high.at : (low?.at ?? value) - value
  return Number(over.toFixed(4))
}

/** What is wrong with limits, as a Chinese sentence; null if nothing is. */
export function faultOfLimits({ low, high, watch, gradeII, gradeI }: ReadingLimits): string | null {
  if (low && high && low.at > high.at) return '下限不能大于上限'
  if (watch.high && high && watch.high.at > high.at) return '关注的上限应在正常范围内'
  if (watch.low && low && watch.low.at < low.at) return '关注的下限应在正常范围内'
  if (watch.low && watch.high && watch.low.at > watch.high.at) return '关注的下限不能大于关注的上限'
  for (const [name, { low: under, high: over }] of [
    ['II', gradeII],
    ['I', gradeI],
  ] as const) {
    if (over && (!high || over.at < high.at)) return `${name} 级的上限不能小于正常范围的上限`
    if (under && (!low || under.at > low.at)) return `${name} 级的下限不能大于正常范围的下限`
  }
  if (gradeI.high && gradeII.high && gradeI.high.at < gradeII.high.at) return 'I 级的上限不能小于 II 级的上限'
  if (gradeI.low && gradeII.low && gradeI.low.at > gradeII.low.at) return 'I 级的下限不能大于 II 级的下限'
  return null
}

export const readingLimits = limitFields.superRefine((limits, context) => {
  const fault = faultOfLimits(limits)
  if (fault !== null) context.addIssue({ code: 'custom', message: fault })
})

export const noLimits: ReadingLimits = limitFields.parse({})

const shown = (value: number) => String(Number(value.toFixed(4)))

/** ≤ 85, < 10, 2.23–2.28; '' without a bound. */
export function rangeText({ low, high }: Pick<ReadingLimits, 'low' | 'high'>): string {
  if (low && high) {
    if (!low.open && !high.open) return `${shown(low.at)}–${shown(high.at)}`
    return `${low.open ? '>' : '≥'} ${shown(low.at)}，${high.open ? '<' : '≤'} ${shown(high.at)}`
  }
  if (high) return `${high.open ? '<' : '≤'} ${shown(high.at)}`
  return low ? `${low.open ? '>' : '≥'} ${shown(low.at)}` : ''
}

/** ≥ 75 关注; '' if nothing is to be watched. */
export function watchText({ watch: { low, high } }: ReadingLimits): string {
  const parts = [
    ...(high ? [`${high.open ? '>' : '≥'} ${shown(high.at)}`] : []),
    ...(low ? [`${low.open ? '<' : '≤'} ${shown(low.at)}`] : []),
  ]
  return parts.length > 0 ? `${parts.join(' 或 ')} 关注` : ''
}

/** The grades that readings outside the range may be suggested to have, the mildest first. */
export const gradesOf = ({ grade, gradeII, gradeI }: ReadingLimits): DefectLevel[] => [
  grade,
  ...(grade === 'III' && (gradeII.low || gradeII.high) ? (['II'] as const) : []),
  ...(grade !== 'I' && (gradeI.low || gradeI.high) ? (['I'] as const) : []),
]

/** The ends of the bar on which a reading is shown: everything that the limits name, and some room beyond. */
export function spanOf({ low, high, watch, gradeII, gradeI }: ReadingLimits): { from: number; to: number } {
  const places = [
    low,
    high,
    watch.low,
    watch.high,
    gradeII.low,
    gradeII.high,
    gradeI.low,
    gradeI.high,
  ].flatMap((each) => (each ? [each.at] : []))
  const [least, most] = [Math.min(...places), Math.max(...places)]
  if (places.length === 0) return { from: 0, to: 100 }
  const room = (low && high ? high.at - low.at : Math.abs(most) || 1) * 0.4
  const startsAtZero = least >= 0 && (low === null || least < room * 2)
  return {
    from: startsAtZero ? 0 : least - room,
    to: high === null ? most + room : Math.max(most + (gradeI.high ? room / 4 : 0), high.at + room),
  }
}
