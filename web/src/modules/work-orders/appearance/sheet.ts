import type { Received } from '@heliodesk/contract/call.ts'
import { isBelow, sheetTypes, totalOf, type Rework } from '@heliodesk/contract/appearance-score.ts'
import type { appearanceSheetCalls } from '@heliodesk/contract/appearance-sheet.ts'
import { otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { formatNumber } from '../../../kit/format.ts'
import type { OrderDetail } from '../order.ts'

export type Sheet = NonNullable<Received<typeof appearanceSheetCalls.sheet>>
export type SheetRow = Sheet['rowList'][number]

/** What a person does to a row now. */
export type Mode = 'assess' | 'rework' | 'review' | 'view'

type Person = { userId: string; mayExecute: boolean; mayCheck: boolean }
type Order = Pick<OrderDetail, 'flowSts' | 'otherSts' | 'liableUserId' | 'assistUserIds'>

export function modeOf(row: SheetRow, order: Order, { userId, mayExecute, mayCheck }: Person): Mode {
  const isExecutor = order.liableUserId === userId || order.assistUserIds.includes(userId)
  if (order.flowSts === 3) return mayCheck && !isExecutor ? 'review' : 'view'
  const inHand =
    order.flowSts === 2 &&
    (order.otherSts === otherStatuses.inExecution || order.otherSts === otherStatuses.returned)
  if (!inHand || !mayExecute || !isExecutor) return 'view'
  if (row.rework === 'open' || row.rework === 'done') return 'rework'
  return row.score === null ? 'assess' : 'view'
}

/** Whether a row waits for what its mode is about. */
export function isOpen(row: SheetRow, mode: Mode): boolean {
  switch (mode) {
    case 'assess':
      return (
        !row.isNotInvolve && (row.selfScore === null || (row.needPhoto && row.uploadFileList.length === 0))
      )
    case 'rework':
      return row.rework === 'open'
    case 'review':
      return !row.isNotInvolve && (row.score === null || row.rework === 'done')
    default:
      return false
  }
}

/** The photos of a row that are still on a phone. */
export const awaitedIn = (
  { awaitedPhotoList }: Pick<OrderDetail, 'awaitedPhotoList'>,
  { no }: SheetRow,
  part: 'before' | 'after',
) => awaitedPhotoList.filter((photo) => photo.part === part && photo.stepNo === no)

/** The specification's `type` of the table of a sheet. */
export const sheetTypeOf = ({ flowSts, scored }: Pick<OrderDetail, 'flowSts' | 'scored'>): number =>
  flowSts === 5 ? sheetTypes.ended : scored ? sheetTypes.reviewed : sheetTypes.selfOnly

/** 4, or 4.5. */
export const points = (value: number | null): string | null =>
  value === null ? null : formatNumber(value, Number.isInteger(value) ? 0 : 1)

/** The rows of a sheet by their groups, in its order. */
export function groupsOf(rows: readonly SheetRow[]) {
  return [...new Set(rows.map(({ category }) => category))].map((category) => {
    const own = rows.filter((row) => row.category === category)
    return { category, rows: own, mark: Math.round(own.reduce((sum, { mark }) => sum + mark, 0) * 10) / 10 }
  })
}

export const reworkLooks: Record<Rework, string> = {
  none: '',
  asked: 'err',
  open: 'undo',
  done: 'proc',
  closed: 'ok',
}

/** How the score of the whole sheet changes when an item gets another mark. */
export function consequence(sheet: Sheet, no: number, score: number | undefined) {
  const after = totalOf(
    sheet.rowList.map((row) => (row.no === no ? { ...row, isNotInvolve: false, score: score ?? null } : row)),
    (row) => row.score,
  )
  return { before: sheet.review.score, ...after }
}

/** Whether a mark asks for a rework by itself. */
export const needsRework = (score: number | undefined, mark: number, { reworkPercent }: Sheet): boolean =>
  score !== undefined && isBelow(score, mark, reworkPercent)
