import { own } from '@heliodesk/contract/own.ts'
import type { ReactNode } from 'react'
import { CopyCell } from '../CopyText.tsx'
import { formatMinute, formatNumber, formatTime } from '../format.ts'
import type { Column } from './columns.ts'

/** The fields of the row whose type is this value, null or undefined. */
export type FieldOf<Row, Value> = {
  [Field in keyof Row & string]: Row[Field] extends Value | null | undefined ? Field : never
}[keyof Row & string]

type More = Partial<Pick<Column<never>, 'grow' | 'fold' | 'sortable' | 'hidden' | 'lock' | 'fixed'>>

function column<Row, Value>(
  key: FieldOf<Row, Value>,
  base: Omit<Column<Row>, 'key' | 'cell'>,
  show: (value: Value, row: Row) => ReactNode,
): Column<Row> {
  const cell = (row: Row) => {
    const value = row[key] as Value | null | undefined
    return value === null || value === undefined || value === '' ? null : show(value, row)
  }
  return { key, ...base, cell }
}

/** The field's value as it is; with `titles`, the title of that value. */
export const textColumn = <Row,>(
  key: FieldOf<Row, string>,
  title: string,
  width: number,
  { titles, ...more }: More & { titles?: Readonly<Record<string, string>> } = {},
): Column<Row> =>
  column<Row, string>(key, { title, width, ...more }, (value) => (titles ? own(titles, value) : value))

/** The name of the row's person. */
export const personColumn = <Row,>(key: FieldOf<Row, string>, title: string, width: number, more?: More) =>
  column<Row, string>(key, { title, width, ...more }, (name) => <b>{name}</b>)

/** A code or key with a copy button. */
export const codeColumn = <Row,>(key: FieldOf<Row, string>, title: string, width: number, more?: More) =>
  column<Row, string>(key, { title, width, ...more }, (value) => (
    <CopyCell text={value} label={`复制${title} ${value}`} />
  ))

/** The record's name as a link; `hrefOf` returns its address. */
export const nameColumn = <Row,>(
  key: FieldOf<Row, string>,
  title: string,
  width: number,
  hrefOf: (row: Row) => string,
  more?: More,
) =>
  column<Row, string>(key, { title, width, ...more }, (value, row) => (
    <a className="code name" href={hrefOf(row)} tabIndex={-1} title={value}>
      {value}
    </a>
  ))

/** A short time, in full on hover; `look` is a class that gives it more or less weight. */
export const timeColumn = <Row,>(
  key: FieldOf<Row, string>,
  title: string,
  width: number,
  { look, ...more }: More & { look?: (row: Row) => string } = {},
) =>
  column<Row, string>(key, { title, width, ...more }, (value, row) => (
    <span className={look?.(row)} title={formatMinute(value)}>
      {formatTime(value)}
    </span>
  ))

/** A time with year and minutes. */
export const minuteColumn = <Row,>(key: FieldOf<Row, string>, title: string, width: number, more?: More) =>
  column<Row, string>(key, { title, width, ...more }, formatMinute)

type Figures = {
  digits?: 0 | 1 | 2
  unit?: string
  /** Another format than digits with a unit. */
  format?: (value: number) => string
  /** Shows nothing for a value of 0 or less. */
  some?: boolean
}

/** A right-aligned number with thousands separators and its unit. */
export const numberColumn = <Row,>(
  key: FieldOf<Row, number>,
  title: string,
  width: number,
  { digits = 0, unit, format, some = false, ...more }: More & Figures = {},
) =>
  column<Row, number>(key, { title, width, align: 'right', ...more }, (value) => {
    if (some && value <= 0) return null
    return format?.(value) ?? [formatNumber(value, digits), unit].filter(Boolean).join(' ')
  })
