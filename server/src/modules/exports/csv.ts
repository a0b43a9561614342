import { BYTE_ORDER_MARK, csvLine } from '@heliodesk/contract/csv.ts'
import { Readable } from 'node:stream'
import type { Cell, ExportColumn } from '../../kernel/export-kind.ts'

/** Writes a table as CSV, row by row while it is read. */
export function csvOf(columns: readonly ExportColumn[], pages: AsyncIterable<Cell[][]>): Readable {
  return Readable.from(portions(columns, pages))
}

async function* portions(columns: readonly ExportColumn[], pages: AsyncIterable<Cell[][]>) {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ title }) => title))
  for await (const page of pages) yield page.map(csvLine).join('')
}
