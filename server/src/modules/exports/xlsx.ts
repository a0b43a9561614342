import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Cell, ExportColumn } from '../../kernel/export-kind.ts'
import { contentTypes, packageRelations, styles, styleOf, workbook, workbookRelations } from './xlsx-parts.ts'

export type Table = {
  columns: readonly ExportColumn[]
  /** Exactly as many as the pages hold. */
  rowCount: number
  pages: AsyncIterable<Cell[][]>
  /** Names the sheets: at most 25 characters, none of `[]:*?/\`. */
  title: string
}

/** A sheet has 1,048,576 rows, of which the titles take one. */
const ROWS_OF_SHEET = 1_048_575
const LONGEST_TEXT = 32_767

/**
 * A table as XLSX, row after row while it is read: titles stay in sight and can be filtered by, numbers are numbers and
 * times are times. What one sheet cannot hold goes on in the next.
 */
export function xlsxOf({ columns, rowCount, pages, title }: Table, rowsOfSheet = ROWS_OF_SHEET): Readable {
  const zip = new yazl.ZipFile()
  const content = zip.outputStream as Readable
  const count = Math.max(1, Math.ceil(rowCount / rowsOfSheet))
  const names = Array.from({ length: count }, (_each, at) => (at === 0 ? title : `${title} ${at + 1}`))
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path)
  add('[Content_Types].xml', contentTypes(count))
  add('_rels/.rels', packageRelations)
  add('xl/workbook.xml', workbook(names.map(escaped)))
  add('xl/_rels/workbook.xml.rels', workbookRelations(count))
  add('xl/styles.xml', styles)
  const feed = new Feed(pages)
  for (const at of names.keys()) {
    const rows = Math.min(rowsOfSheet, rowCount - at * rowsOfSheet)
    // The sheets share the feed; the archive asks for one after the other, and does not pass on their errors.
    const sheet = Readable.from(sheetOf(columns, feed, rows)).once('error', (error) => content.destroy(error))
    zip.addReadStream(sheet, `xl/worksheets/sheet${at + 1}.xml`)
  }
  zip.end()
  return content
}

/** Hands out the rows of all pages in portions that end where a sheet does. */
class Feed {
  readonly #pages: AsyncIterator<Cell[][]>
  #left: Cell[][] = []

  constructor(pages: AsyncIterable<Cell[][]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** At least one row and at most `most`; null when there are no more. */
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

const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`

async function* sheetOf(columns: readonly ExportColumn[], feed: Feed, rows: number) {
  const letters = columns.map((_column, at) => lettersOf(at))
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, at) => textCell(`${letters[at]!}1`, title, styleOf.title))
  yield `${HEAD}<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  for (let done = 0; done < rows;) {
    const portion = await feed.take(rows - done)
    if (portion === null) break
    yield portion.map((cells, at) => rowOf(columns, letters, cells, done + at + 2)).join('')
    done += portion.length
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)!}${rows + 1}"/></worksheet>`
}

function rowOf(columns: readonly ExportColumn[], letters: string[], cells: Cell[], number: number): string {
  let xml = ''
  for (const [at, cell] of cells.entries()) {
    if (cell === null || cell === '') continue
    const place = `${letters[at]!}${number}`
    if (typeof cell === 'number') xml += `<c r="${place}"><v>${cell}</v></c>`
    else if (columns[at]!.type === 'time')
      xml += `<c r="${place}" s="${styleOf.time}"><v>${serialOf(cell)}</v></c>`
    else xml += textCell(place, cell, styleOf.text)
  }
  return `<row r="${number}">${xml}</row>`
}

const textCell = (place: string, text: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const EPOCH = Date.UTC(1899, 11, 30)

/** A wall-clock time as spreadsheets count it: days since the end of 1899, without a zone. */
const serialOf = (time: string): number => (Date.parse(`${time.replace(' ', 'T')}Z`) - EPOCH) / 86_400_000

/** A, B, … Z, AA, … */
function lettersOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : lettersOf(Math.floor(at / 26) - 1) + last
}

// oxlint-disable-next-line no-control-regex -- these may not stand in XML at all
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
/** Spreadsheets read `_x0041_` as the character of that number. */
const CODE = /_(?=x[0-9A-Fa-f]{4}_)/g

const escaped = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(CODE, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
