import { own } from '@heliodesk/contract/own.ts'
import type { ReactNode } from 'react'
import { CopyCell } from '../CopyText.tsx'
import { formatMinute, formatNumber, formatTime } from '../format.ts'
import type { Column } from './columns.ts'

/** The row's fields that hold such a value, or nothing. */
export type FieldOf<Row, Value> = {
  [Field in keyof Row & string]: Row[Field] extends Value | null | undefined ? Field : never
}[keyof Row & string]

type More = Partial<Pick<Column<never>, 'grow' | 'sortable' | 'hidden' | 'lock' | 'fixed'>>

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

/** What stands in the field, as it is; with `titles`, the title of that value. */
export const textColumn = <Row,>(
  key: FieldOf<Row, string>,
  title: string,
  width: number,
  { titles, ...more }: More & { titles?: Readonly<Record<string, string>> } = {},
): Column<Row> =>
  column<Row, string>(key, { title, width, ...more }, (value) => (titles ? own(titles, value) : value))

/** The name of the person that the row is about. */
export const personColumn = <Row,>(key: FieldOf<Row, string>, title: string, width: number, more?: More) =>
  column<Row, string>(key, { title, width, ...more }, (name) => <b>{name}</b>)

/** A code or key, with a button that copies it. */
export const codeColumn = <Row,>(key: FieldOf<Row, string>, title: string, width: number, more?: More) =>
  column<Row, string>(key, { title, width, ...more }, (value) => (
    <CopyCell text={value} label={`复制${title} ${value}`} />
  ))

/** The name of the record, which leads to it; `hrefOf` is the record's own address. */
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

/** A time as short as it can be, whole under the pointer; `look` is a class, where it is to weigh more or less. */
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

/** A time to the minute, with its year. */
export const minuteColumn = <Row,>(key: FieldOf<Row, string>, title: string, width: number, more?: More) =>
  column<Row, string>(key, { title, width, ...more }, formatMinute)

type Figures = {
  digits?: 0 | 1 | 2
  unit?: string
  /** Another writing than digits with their unit. */
  format?: (value: number) => string
  /** Nothing is to be said of none. */
  some?: boolean
}

/** A number at the right, with thousands separators and its unit. */
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

type Choosing<Row> = {
  nameOf: (row: Row) => string
  isChosen: (row: Row) => boolean
  onChoose: (row: Row) => void
}

/** Ticks rows, for what is done with several at once. */
export const choiceColumn = <Row,>({ nameOf, isChosen, onChoose }: Choosing<Row>): Column<Row> => ({
  key: 'chosen',
  title: '选择',
  width: 56,
  lock: true,
  cell: (row) => (
    <input
      type="checkbox"
      className="choose"
      aria-label={`选择 ${nameOf(row)}`}
      checked={isChosen(row)}
      onChange={() => onChoose(row)}
    />
  ),
})
