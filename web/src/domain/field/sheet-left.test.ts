import { progressOf } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { expect, test } from 'vitest'
import { emptyBook } from '../../lib/outbox/book.ts'
import { sheetItem, sheetLine, sheetWith } from '../inspection/sheet.fixture.ts'
import { bookOf, queued } from './rows.fixture.ts'
import { sheetAsLeft, waitingOf } from './sheet-left.ts'

const item = sheetItem({
  limits: { high: { at: 90 }, gradeI: { high: { at: 130, open: true } }, grade: 'II' },
})
const sheet = sheetWith({ itemList: [item], lineList: [sheetLine(), sheetLine({ no: 2 })] })
const reading = (no: number, value: number) => queued('5', { act: 'reading', given: { no, value } })

test('without anything queued the sheet is as the server said', () => {
  expect(sheetAsLeft(sheet, emptyBook)).toEqual(sheet)
  expect(waitingOf(emptyBook, '5')).toBe(0)
})

test('readings that wait are judged by the limits on the phone, the later over the earlier', () => {
  const book = bookOf([reading(1, 60), reading(1, 96), reading(2, 50)])
  const left = sheetAsLeft(sheet, book)
  expect(left.lineList).toMatchObject([
    { value: 96, verdict: 'abnormal', grade: 'II' },
    { value: 50, verdict: 'normal', grade: null },
  ])
  expect(progressOf(left)).toMatchObject([{ lines: 2, recorded: 2, abnormal: 1, unsettled: 1 }])
  expect(waitingOf(book, '5')).toBe(3)
})

test('a reason or a defect that waits settles what is abnormal; another reading asks anew', () => {
  const unsettled = (...rows: Parameters<typeof bookOf>[0]) =>
    progressOf(sheetAsLeft(sheet, bookOf(rows)))[0]?.unsettled
  const exempt = () => queued('5', { act: 'exempt', given: { no: 1, reason: '已登记' } })
  expect(unsettled(reading(1, 96), exempt())).toBe(0)
  expect(unsettled(reading(1, 96), exempt(), reading(1, 97))).toBe(1)
  expect(unsettled(reading(1, 96), queued('5', { act: 'defect', given: { stop: 1, text: '发热' } }))).toBe(0)
})

test('readings told to a known defect are settled by it, and the air is as it was measured', () => {
  const hot = reading(1, 96)
  const join = queued('5', { act: 'join', given: { stop: 1, defectId: '9', workCode: 'GD9' } })
  const left = sheetAsLeft(
    sheet,
    bookOf([hot, join, queued('5', { act: 'ambient', given: { ambient: 31.5 } })]),
  )
  expect(left.ambient).toBe(31.5)
  expect(left.lineList).toMatchObject([{ defect: { orderId: '9', workCode: 'GD9' } }, { defect: null }])
  const refused = { ...join, refusal: { code: 'inspectionSheet.join', message: 'GD9 已关闭' } } as typeof join
  expect(sheetAsLeft(sheet, bookOf([hot, refused])).lineList[0]!.defect).toBe(null)
})

test('what is of another order, or cannot be read, has no effect', () => {
  const book = bookOf([
    queued('6', { act: 'reading', given: { no: 1, value: 96 } }),
    queued('5', { act: 'reading', given: { no: 1 } }),
  ])
  expect(sheetAsLeft(sheet, book).lineList).toEqual(sheet.lineList)
})
