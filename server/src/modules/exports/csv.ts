import { Readable } from 'node:stream'
import type { Cell, ExportColumn } from '../../kernel/export-kind.ts'

/** The byte order mark makes spreadsheets read it as UTF-8. */
const BOM = '\uFEFF'

/** What a spreadsheet would take for a formula and carry out. */
const FORMULA = /^[=+\-@\t\r]/

/** A table as CSV (RFC 4180, UTF-8 with byte order mark); texts that look like a formula begin with an apostrophe. */
export function csvOf(columns: readonly ExportColumn[], pages: AsyncIterable<Cell[][]>): Readable {
  return Readable.from(portions(columns, pages))
}

async function* portions(columns: readonly ExportColumn[], pages: AsyncIterable<Cell[][]>) {
  yield BOM + lineOf(columns.map(({ title }) => title))
  for await (const page of pages) yield page.map(lineOf).join('')
}

const lineOf = (cells: Cell[]): string => `${cells.map(fieldOf).join(',')}\r\n`

function fieldOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
