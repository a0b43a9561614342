import type { Found, InspectionSheet, SheetLineRow } from '@heliodesk/contract/inspection-sheets.ts'
import { isUnsettled, judged } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { wireTimeOf } from '../../lib/company-time.ts'
import { inOrder, type Book, type Row } from '../../lib/outbox/book.ts'
import { useSession } from '../../lib/session.ts'
import { actOf } from './acts.ts'

/** The sheet as this person left it: what the server said, and over it what waits on this device. */
export const sheetAsLeft = (known: InspectionSheet, book: Book): InspectionSheet =>
  inOrder(book)
    .filter(({ lane, refusal }) => lane === known.orderId && !refusal)
    .reduce(withSheetAct, known)

/** The sheet after an act; applying one twice is the same as once. */
export function withSheetAct(sheet: InspectionSheet, row: Row): InspectionSheet {
  const done = actOf(row)
  const change = (
    isIt: (line: SheetLineRow) => boolean,
    more: (line: SheetLineRow) => Partial<SheetLineRow>,
  ) => ({
    ...sheet,
    lineList: sheet.lineList.map((line) => (isIt(line) ? { ...line, ...more(line) } : line)),
  })
  switch (done?.act) {
    case 'reading': {
      const { no, verdict = null, value = null, parts = [], isReread = false, note = '' } = done.given
      return change(
        (line) => line.no === no,
        (line) => read(sheet, line, { verdict, value, parts, isReread, note }, wireTimeOf(row.at)),
      )
    }
    case 'exempt': {
      const { no, reason } = done.given
      return change(
        (line) => line.no === no,
        () => ({ exemptReason: reason }),
      )
    }
    case 'defect': {
      const { stop } = done.given
      return change(
        (line) => line.stop === stop && isUnsettled(line),
        () => ({ defect: { orderId: '', workCode: '待生成' } }),
      )
    }
    case 'join': {
      const { stop, defectId, workCode } = done.given
      return change(
        (line) => line.stop === stop && isUnsettled(line),
        () => ({ defect: { orderId: defectId, workCode } }),
      )
    }
    case 'ambient':
      return { ...sheet, ambient: done.given.ambient }
    default:
      return sheet
  }
}

function read(
  { itemList }: InspectionSheet,
  line: SheetLineRow,
  found: Found,
  doneTime: string,
): Partial<SheetLineRow> {
  const item = itemList.find(({ itemId }) => itemId === line.itemId)
  const result = item && judged(item, found)
  if (!result || typeof result === 'string') return {}
  const { user } = useSession.getState()
  const { silent, ...rest } = result
  return {
    ...rest,
    note: [found.note, silent].filter((each) => each !== '').join('；'),
    isReread: found.isReread,
    exemptReason: '',
    recorderId: user?.id ?? null,
    recorderName: user?.realname ?? null,
    doneTime,
  }
}

/** How many acts of an order wait on this device. */
export const waitingOf = (book: Book, orderId: string): number =>
  [...book.rows.values()].filter(({ lane, refusal }) => lane === orderId && !refusal).length
