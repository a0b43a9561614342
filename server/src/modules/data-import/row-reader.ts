import type { ImportKind } from '@heliodesk/contract/data-import.ts'
import { present } from '../../platform/certain.ts'
import { matchColumns, titleOf, type Columns } from './columns.ts'
import { addFinding, clip, type Findings } from './findings.ts'
import type { Table, TableRow } from './table.ts'

type Range = { min: number; max: number }

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/
const DAY =
  /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/
const COMPACT_DAY = /^(\d{4})(\d{2})(\d{2})$/
const MOMENT = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/
// oxlint-disable-next-line no-control-regex -- a cell must not contain these characters
const CONTROL = /[\u0000-\u0008\u000E-\u001F\u007F]/

/** A calendar day as `YYYY-MM-DD`, null for an invalid date; a missing part counts as 1. */
function toDay(year: string, month = '1', day = '1'): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return exists ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

/** The rows of a table that `read` accepts, by their readers; null leaves a row out. */
export function readRows<Column extends string, Row>(
  kind: ImportKind,
  { header, rows }: Table,
  findings: Findings,
  read: (reader: RowReader<Column>) => Row | null,
): Row[] {
  const columns = matchColumns(kind, header, findings)
  return rows.flatMap((cells) => {
    const reader = new RowReader<Column>(kind, columns, cells, findings)
    reader.requireNoMoreThan(header.cells.length)
    return read(reader) ?? []
  })
}

/** Reads one row's cells by column; an unreadable cell becomes a finding and null. */
export class RowReader<Column extends string> {
  readonly row: number
  /** Whether the row has no errors so far. */
  ok = true
  readonly #kind: ImportKind
  readonly #columns: Columns
  readonly #cells: string[]
  readonly #findings: Findings

  constructor(kind: ImportKind, columns: Columns, { row, cells }: TableRow, findings: Findings) {
    this.row = row
    this.#kind = kind
    this.#columns = columns
    this.#cells = cells
    this.#findings = findings
  }

  error(column: Column, message: string): null {
    this.ok = false
    this.#add('error', column, message)
    return null
  }

  warn(column: Column, message: string): void {
    this.#add('warning', column, message)
  }

  #add(level: 'error' | 'warning', column: Column, message: string) {
    addFinding(this.#findings, { row: this.row, level, field: titleOf(this.#kind, column), message })
  }

  #cell(column: Column): string | null {
    const place = this.#columns.get(column)
    const cell = place === undefined ? undefined : this.#cells[place]
    return cell || null
  }

  has(column: Column): boolean {
    return this.#cell(column) !== null
  }

  text(column: Column, max: number): string | null {
    const cell = this.#cell(column)
    if (cell === null) return null
    if (cell.length > max) return this.error(column, `最多允许 ${max} 个字符，实际 ${cell.length} 个`)
    if (CONTROL.test(cell) || !cell.isWellFormed()) return this.error(column, '含有不允许的字符')
    return cell.replaceAll(/\s+/g, ' ')
  }

  requiredText(column: Column, max: number): string | null {
    return this.has(column) ? this.text(column, max) : this.error(column, '此项为必填项')
  }

  number(column: Column, { min, max }: Range): number | null {
    const cell = this.#cell(column)?.normalize('NFKC')
    if (!cell) return null
    const text = THOUSANDS.test(cell) ? cell.replaceAll(',', '') : cell
    if (!NUMBER.test(text)) return this.error(column, `“${clip(cell)}”不是数字`)
    const value = Number(text)
    if (value < min && min === 0) return this.error(column, `不能为负数（${clip(cell)}）`)
    if (value < min || value > max) return this.error(column, `应在 ${min} 至 ${max} 之间（${clip(cell)}）`)
    return value
  }

  /** A calendar day, `YYYY-MM-DD`; a missing month or day counts as the first, with a warning. */
  day(column: Column): string | null {
    const cell = this.#cell(column)?.normalize('NFKC')
    if (!cell) return null
    const parts = COMPACT_DAY.exec(cell) ?? DAY.exec(cell)
    const day = parts && toDay(present(parts[1]), parts[2], parts[3])
    if (!day) return this.error(column, `“${clip(cell)}”不是有效的日期，应如 2020-12-25`)
    if (day < '1970-01-01' || day > '2100-12-31')
      return this.error(column, `日期 ${day} 不在 1970 至 2100 年之间`)
    if (parts[3] === undefined) this.warn(column, `“${clip(cell)}”不完整，按 ${day} 记录`)
    return day
  }

  requiredDay(column: Column): string | null {
    return this.has(column) ? this.day(column) : this.error(column, '此项为必填项')
  }

  /** A wall-clock time, `YYYY-MM-DD HH:mm:ss`. */
  requiredMoment(column: Column): string | null {
    const cell = this.#cell(column)?.normalize('NFKC')
    if (!cell) return this.error(column, '此项为必填项')
    const parts = MOMENT.exec(cell)
    const day = parts && toDay(present(parts[1]), parts[2], parts[3])
    const [hour = '', minute = '', second = ''] = (parts ?? [])
      .slice(4, 7)
      .map((part: string | undefined) => (part ?? '').padStart(2, '0'))
    if (!day || hour > '23' || minute > '59' || second > '59') {
      return this.error(column, `“${clip(cell)}”不是有效的时间，应如 2016-05-18 09:00:00`)
    }
    if (day < '1970-01-01') return this.error(column, `时间 ${day} 早于 1970 年`)
    return `${day} ${hour}:${minute}:${second}`
  }

  /** Cells beyond the header mean that the row's values are in the wrong columns. */
  requireNoMoreThan(columns: number): void {
    const extra = this.#cells.slice(columns).find((cell) => cell !== '')
    if (extra === undefined) return
    this.ok = false
    addFinding(this.#findings, {
      row: this.row,
      level: 'error',
      field: '整行',
      message: '本行的列数多于表头',
    })
  }
}
