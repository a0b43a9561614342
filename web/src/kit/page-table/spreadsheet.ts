import { csvOf } from '@heliodesk/contract/csv.ts'
import {
  dayCell,
  lettersOf,
  numberCell,
  packageParts,
  sheetEnd,
  sheetPath,
  sheetStart,
  styleOf,
  textCell,
  timeCell,
} from '@heliodesk/contract/xlsx.ts'
import type { ExportMark } from '@heliodesk/contract/watermark.ts'
import { strToU8, zipSync } from 'fflate'
import { EMPTY } from '../format.ts'

/** The first day of the format: the same texts give the same archive. */
const FIRST_DAY = new Date(1980, 0, 1)

/** A table cell: its shown text, and the number for the spreadsheet. */
export type ShownCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number; decimals: 0 | 1 | 2 }
  | { kind: 'day' | 'time'; text: string }
  | null

export type ShownTable = {
  /** The name of the sheet. */
  name: string
  columns: readonly { title: string; width: number; align?: 'right' }[]
  rows: readonly (readonly ShownCell[])[]
}

const NUMBER = /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?$/
const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/
/** A number with more digits than a double can hold is an identifier, so it stays text. */
const MOST_DIGITS = 15

/** Parses a shown text. Only right-aligned columns hold numbers, so codes stay text. */
export function readShown(shown: string, align?: 'right'): ShownCell {
  const text = shown.trim()
  if (text === '' || text === EMPTY) return null
  if (align === 'right' && NUMBER.test(text) && text.replaceAll(/\D/g, '').length <= MOST_DIGITS) {
    const decimals = (text.split('.')[1]?.length ?? 0) as 0 | 1 | 2
    return { kind: 'number', value: Number(text.replaceAll(',', '')), decimals }
  }
  if (DAY.test(text)) return { kind: 'day', text }
  return TIME.test(text) ? { kind: 'time', text } : { kind: 'text', text }
}

export const csvOfTable = ({ columns, rows }: ShownTable): string =>
  csvOf([
    columns.map(({ title }) => title),
    ...rows.map((row) =>
      row.map((cell) => (cell === null ? null : cell.kind === 'number' ? cell.value : cell.text)),
    ),
  ])

/** Pixels per digit, the unit of column widths in spreadsheets. */
const DIGIT_PX = 8
const NOT_IN_SHEET_NAMES = /[[\]:*?/\\']/g

export function xlsxOfTable({ name, columns, rows }: ShownTable, mark: ExportMark | null): Blob {
  const wide = columns.map(({ title, width }) => ({
    title,
    width: Math.max(8, Math.round(width / DIGIT_PX)),
  }))
  const letters = columns.map((_column, at) => lettersOf(at))
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, place) => cellOf(`${letters[place]!}${at + 2}`, cell))
    return `<row r="${at + 2}">${cells.join('')}</row>`
  })
  const sheet = sheetStart(wide) + lines.join('') + sheetEnd(wide, rows.length, mark)
  const title = name.replaceAll(NOT_IN_SHEET_NAMES, ' ').slice(0, 31)
  const parts = Object.entries({ ...packageParts([title], mark), [sheetPath(1)]: sheet })
  const zip = zipSync(Object.fromEntries(parts.map(([path, text]) => [path, strToU8(text)])), {
    mtime: FIRST_DAY,
  })
  return new Blob([zip], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}

function cellOf(place: string, cell: ShownCell): string {
  switch (cell?.kind) {
    case undefined:
      return ''
    case 'number':
      return numberCell(place, cell.value, styleOf[`decimals${cell.decimals}`])
    case 'text':
      return textCell(place, cell.text)
    case 'day':
      return dayCell(place, cell.text)
    case 'time':
      return timeCell(place, cell.text)
  }
}
