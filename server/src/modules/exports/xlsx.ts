import {
  lettersOf,
  numberCell,
  packageParts,
  sheetEnd,
  sheetPath,
  sheetStart,
  textCell,
  timeCell,
} from '@heliodesk/contract/xlsx.ts'
import type { ExportMark } from '@heliodesk/contract/watermark.ts'
import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Cell, ExportColumn } from '../../kernel/export-kind.ts'

export type Table = {
  columns: readonly ExportColumn[]
  /** The exact number of rows in all pages. */
  rowCount: number
  pages: AsyncIterable<Cell[][]>
  /** The sheets' name: at most 25 characters, none of `[]:*?/\`. */
  title: string
  /** Who exports it, and when; null where the company wants no mark. */
  mark: ExportMark | null
}

/** A sheet has 1,048,576 rows, of which the titles take one. */
const ROWS_OF_SHEET = 1_048_575

/**
 * Writes a table as XLSX, row by row while it is read: the title row is frozen and has filters, numbers and times are
 * typed cells. Rows beyond one sheet continue in the next.
 */
export function xlsxOf(
  { columns, rowCount, pages, title, mark }: Table,
  rowsOfSheet = ROWS_OF_SHEET,
): Readable {
  const zip = new yazl.ZipFile()
  const content = zip.outputStream as Readable
  const count = Math.max(1, Math.ceil(rowCount / rowsOfSheet))
  const names = Array.from({ length: count }, (_each, at) => (at === 0 ? title : `${title} ${at + 1}`))
  for (const [path, xml] of Object.entries(packageParts(names, mark))) zip.addBuffer(Buffer.from(xml), path)
  const feed = new Feed(pages)
  for (const at of names.keys()) {
    const rows = Math.min(rowsOfSheet, rowCount - at * rowsOfSheet)
    // The sheets share the feed. The archive requests them one after the other and does not forward their errors.
    const sheet = Readable.from(sheetOf({ columns, mark }, feed, rows)).once('error', (error) =>
      content.destroy(error),
    )
    zip.addReadStream(sheet, sheetPath(at + 1))
  }
  zip.end()
  return content
}

/** Returns the rows of all pages in batches that end where a sheet does. */
class Feed {
  readonly #pages: AsyncIterator<Cell[][]>
  #left: Cell[][] = []

  constructor(pages: AsyncIterable<Cell[][]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** At least one row and at most `most`; null at the end. */
  async take(most: number): Promise<Cell[][] | null> {
    while (this.#left.length === 0) {
      const next = await this.#pages.next()
      if (next.done) return null
      this.#left = next.value
    }
    const portion = this.#left.slice(0, most)
    this.#left = this.#left.slice(most)
    return portion
  }
}

async function* sheetOf({ columns, mark }: Pick<Table, 'columns' | 'mark'>, feed: Feed, rows: number) {
  const letters = columns.map((_column, at) => lettersOf(at))
  yield sheetStart(columns)
  for (let done = 0; done < rows;) {
    const portion = await feed.take(rows - done)
    if (portion === null) break
    yield portion.map((cells, at) => rowOf(columns, letters, cells, done + at + 2)).join('')
    done += portion.length
  }
  yield sheetEnd(columns, rows, mark)
}

function rowOf(columns: readonly ExportColumn[], letters: string[], cells: Cell[], number: number): string {
  let xml = ''
  for (const [at, cell] of cells.entries()) {
    if (cell === null || cell === '') continue
    const place = `${letters[at]}${number}`
    if (typeof cell === 'number') xml += numberCell(place, cell)
    else if (columns[at]?.type === 'time') xml += timeCell(place, cell)
    else xml += textCell(place, cell)
  }
  return `<row r="${number}">${xml}</row>`
}
