import type { Missing } from './work-order-rules.ts'

/** The type whose orders have an appearance sheet: 站容站貌. */
export const APPEARANCE = 18

/** All items of a list together have this many marks. */
export const FULL_MARKS = 100

/** Until a company changes it. */
export const usualAppearance = { passMark: 90, reworkPercent: 80, needTicket: false }

/**
 * What becomes of an item that is below the mark: the reviewer asks for it, the return of the order opens it, the executor
 * does it, and another review closes it or asks again.
 */
export const reworkStates = {
  none: '',
  asked: '待整改',
  open: '整改中',
  done: '已整改，待复检',
  closed: '复检合格',
} as const
export type Rework = keyof typeof reworkStates

type Marked = { mark: number; isNotInvolve: boolean }

const tenths = (value: number) => Math.round(value * 10)

/**
 * got ÷ base × 100, where items that a station does not have are not in the base (domain.md §2), to one decimal. Null
 * while a mark is missing, and if nothing is left to mark.
 */
export function totalOf<Row extends Marked>(rows: readonly Row[], markOf: (row: Row) => number | null) {
  const counted = rows.filter(({ isNotInvolve }) => !isNotInvolve)
  const base = counted.reduce((sum, { mark }) => sum + tenths(mark), 0)
  const marks = counted.map(markOf)
  const got = marks.reduce<number>((sum, mark) => sum + tenths(mark ?? 0), 0)
  const isWhole = base > 0 && marks.every((mark) => mark !== null)
  return { got: got / 10, base: base / 10, score: isWhole ? Math.round((got * 1000) / base) / 10 : null }
}

/** Whether a mark is so low that the item has to be put right. */
export const isBelow = (score: number, mark: number, reworkPercent: number): boolean =>
  tenths(score) * 100 < tenths(mark) * reworkPercent

type SheetRow = Marked & {
  project: string
  needPhoto: boolean
  selfScore: number | null
  /** Photos of the item before it was put right. */
  photos: number
  rework: Rework
}

/** What a sheet lacks before its order can be submitted. */
export function missingInSheet(rows: readonly SheetRow[]): Missing[] {
  const involved = rows.filter(({ isNotInvolve }) => !isNotInvolve)
  if (rows.length > 0 && involved.length === 0)
    return [{ text: '检查项全部不涉及，没有可评分的项', kind: null }]
  const lack = (kind: NonNullable<Missing['kind']>, what: string, lacks: (row: SheetRow) => boolean) =>
    involved.filter(lacks).map(({ project }) => ({ text: `检查项“${project}”${what}`, kind }))
  return [
    // What the reviewer took into the base has a mark of the reviewer's.
    ...lack('自评', '未自评', ({ selfScore, rework }) => selfScore === null && rework === 'none'),
    ...lack(
      '现场照片',
      '未上传现场照片',
      (row) => row.needPhoto && row.photos === 0 && row.rework === 'none',
    ),
    ...lack('整改', '未整改', ({ rework }) => rework === 'open'),
  ]
}

/** A sentence with more names is not read. */
const MOST_NAMED = 5

type ReviewedRow = Marked & { project: string; score: number | null; rework: Rework }

/** Why a sheet does not pass; null if it does. */
export function passRefusal(rows: readonly ReviewedRow[], passMark: number): string | null {
  const named = (found: readonly ReviewedRow[]) =>
    found
      .slice(0, MOST_NAMED)
      .map(({ project }) => `“${project}”`)
      .join('、') + (found.length > MOST_NAMED ? '等' : '')
  const unmarked = rows.filter(({ isNotInvolve, score }) => !isNotInvolve && score === null)
  if (unmarked.length > 0) return `还有 ${unmarked.length} 项未评审评分：${named(unmarked)}`
  const unchecked = rows.filter(({ rework }) => rework === 'done')
  if (unchecked.length > 0) return `还有 ${unchecked.length} 项整改未复检：${named(unchecked)}`
  const open = rows.filter(({ rework }) => rework === 'asked' || rework === 'open')
  if (open.length > 0) return `还有 ${open.length} 项须整改，请退回整改：${named(open)}`
  const { score } = totalOf(rows, (row) => row.score)
  if (score === null) return '检查项全部不涉及，没有可评分的项'
  return score < passMark ? `得分 ${score}，未达到达标线 ${passMark} 分，请退回整改` : null
}

/** What a sheet's table is told about itself, `type` of the specification's score columns (spec 2 §2). */
export const sheetTypes = { selfOnly: 5, ended: 9, reviewed: 10 } as const

/** Which columns of scores and suggestions a sheet's table shows. */
export function scoreColumns(type: number, hasExamineSuggest: boolean) {
  const scores = type === sheetTypes.selfOnly || type === sheetTypes.ended || type === sheetTypes.reviewed
  return { scores, examineSuggest: scores && (type !== sheetTypes.ended || hasExamineSuggest) }
}
