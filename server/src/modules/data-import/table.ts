import { CsvError, parse } from 'csv-parse/sync'
import type { Readable } from 'node:stream'
import { sheetPath } from '@heliodesk/contract/xlsx.ts'
import type { CellValue, readSheet } from 'read-excel-file/node'
import { ZipFile } from 'yazl'
import { DomainError } from '../../kernel/context.ts'
import { ArchiveTooLarge, BrokenArchive, unpack } from '../../platform/unpack.ts'

/** Row numbers count from 1 including the header, as spreadsheets do. */
export type TableRow = { row: number; cells: string[] }
export type Table = { header: TableRow; rows: TableRow[] }

const MAX_ROWS = 200_000
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024
/** The rows of a sheet times its columns, filled or not: the reader makes a place for each. */
const MAX_PLACES = 20_000_000

export const fileProblem = (message: string) => new DomainError('import.file', message)

export const TOO_LARGE = fileProblem('文件内容过大，请拆分后分别导入')
const NOT_A_TABLE = fileProblem('文件不是有效的 CSV 或 XLSX 文件')
export const BROKEN_XLSX = fileProblem('XLSX 文件已损坏或不完整，无法读取')

/** Reads a CSV or XLSX file (detected by content, not by name) into rows of text; blank rows are skipped. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  if (bytes.length === 0) throw fileProblem('文件是空的')
  const records = startsWith(bytes, 'PK') ? await readXlsx(bytes) : readCsv(textOf(bytes))
  const rows = records
    .map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [header, ...body] = rows
  if (!header) throw fileProblem('文件是空的')
  if (body.length === 0) throw fileProblem('文件只有表头，没有数据行')
  if (body.length > MAX_ROWS) throw fileProblem('文件超过 20 万行，请拆分后分别导入')
  return { header, rows: body }
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(text, 'latin1').every((byte, at) => bytes[at] === byte)

const OLD_EXCEL = '\u00D0\u00CF\u0011\u00E0'
const ENCODINGS = ['utf-8', 'gb18030']

/** UTF-8 with or without byte order mark, UTF-16 with one, else GBK, the encoding of Chinese spreadsheets. */
function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, OLD_EXCEL)) throw fileProblem('不支持 XLS 文件，请另存为 XLSX 或 CSV')
  const text = startsWith(bytes, '\u00FF\u00FE') ? decode(bytes, 'utf-16le') : decodeAny(bytes)
  if (text === null || text.includes('\u0000')) throw NOT_A_TABLE
  return text
}

function decodeAny(bytes: Uint8Array): string | null {
  for (const encoding of ENCODINGS) {
    const text = decode(bytes, encoding)
    if (text !== null) return text
  }
  return null
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function readCsv(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: 1_000_000,
      to: MAX_ROWS + 2,
    })
  } catch (error) {
    throw error instanceof CsvError ? csvProblem(error) : error
  }
}

/** Detected in the header, because titles contain no commas, semicolons or tabs. */
function delimiterOf(text: string): string {
  const [header = ''] = /^\s*.*/.exec(text) ?? []
  const countOf = (delimiter: string) => header.split(delimiter).length
  return [',', '\t', ';'].reduce((best, next) => (countOf(next) > countOf(best) ? next : best))
}

function csvProblem(error: CsvError): DomainError {
  const line = typeof error.lines === 'number' ? `第 ${error.lines} 行附近` : ''
  if (error.code === 'CSV_MAX_RECORD_SIZE') return fileProblem(`${line}内容过长，可能缺少换行或引号不成对`)
  return fileProblem(`${line}的引号不成对，无法按 CSV 读取`)
}

async function readXlsx(bytes: Uint8Array): Promise<string[][]> {
  // A third of what the check of a CSV file would load.
  const reader = await import('read-excel-file/node')
  const parts = sheetsIn(bytes)
  if (placesIn(parts.get(sheetPath(1))) > MAX_PLACES) throw TOO_LARGE
  const rows = await readRepacked(parts, reader.readSheet).catch(() => {
    throw BROKEN_XLSX
  })
  return rows.map((cells) => cells.map(toText))
}

function sheetsIn(bytes: Uint8Array): Map<string, Buffer> {
  try {
    return unpack(bytes, {
      isWanted: (name) => /\.xml(\.rels)?$/.test(name),
      maxBytes: MAX_UNPACKED_BYTES,
    })
  } catch (error) {
    if (error instanceof BrokenArchive) throw BROKEN_XLSX
    throw error instanceof ArchiveTooLarge ? fileProblem('XLSX 文件解压后过大，请拆分后分别导入') : error
  }
}

/** A few cells far from each other would take all memory for a minute before the reader gives up. */
function placesIn(sheet: Buffer | undefined): number {
  let [lastColumn, lastRow] = [0, 0]
  for (const [, letters = '', row] of sheet?.toString('latin1').matchAll(/ r="([A-Z]+)(\d+)"/g) ?? []) {
    const column = Buffer.from(letters).reduce((sum, code) => sum * 26 + code - 64, 0)
    lastColumn = Math.max(lastColumn, column)
    lastRow = Math.max(lastRow, Number(row))
  }
  return lastColumn * lastRow
}

/** The sheet reader unpacks without a limit, so it gets an uncompressed archive of the entries already counted. */
async function readRepacked(parts: Map<string, Buffer>, read: typeof readSheet) {
  const zip = new ZipFile()
  for (const [name, part] of parts) zip.addBuffer(part, name, { compress: false })
  zip.end()
  return read(zip.outputStream as Readable)
}

/** A spreadsheet's dates have no time zone; the reader returns them as UTC. */
function toText(cell: CellValue | Date | null): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  return String(cell)
}
