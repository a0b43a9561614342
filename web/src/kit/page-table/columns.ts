import { own } from '@heliodesk/contract/own.ts'
import type { Arrangement } from '@heliodesk/contract/table-settings.ts'
import type { ReactNode } from 'react'

export type Column<Row> = {
  /** The row's field; a sortable column sorts by it. */
  key: string
  title: string
  /** The title is only for screen readers. */
  untitled?: true
  width: number
  /** Takes the remaining width, if it is the widest of these; `width` is then the minimum. */
  grow?: boolean
  /** In a window that is too narrow, columns are left out in this order: 1 first. Without a number it stays. */
  fold?: number
  /** What it becomes then, instead of being left out; this applies to a fixed column too. */
  short?: { width: number; cell: (row: Row) => ReactNode }
  align?: 'right'
  sortable?: boolean
  /** Hidden by default. */
  hidden?: boolean
  /** Cannot be hidden. */
  lock?: boolean
  /** Fixed at the left while the others scroll, unless the settings say otherwise. */
  fixed?: boolean
  /** The content of the cell; undefined, an empty text and null become '--'. */
  cell: (row: Row) => ReactNode
}

/** A person's settings for the columns of one table; stored on the server. */
export type ColumnSettings = Arrangement

export const MAX_FIXED = 2
const MIN_WIDTH = 48
const MAX_WIDTH = 1200

export type AnyColumn = Pick<Column<never>, 'key' | 'title' | 'width' | 'hidden' | 'lock' | 'fixed'>

/** The settings before any change. */
export const defaultSettings = (columns: readonly AnyColumn[]): ColumnSettings => ({
  order: columns.map(({ key }) => key),
  hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
  fixed: columns.filter(({ fixed }) => fixed).map(({ key }) => key),
  widths: {},
})

/**
 * Adapts stored settings to the current columns: unknown columns are dropped, new ones get their default position and
 * visibility, locked ones stay visible, and fixed ones come first.
 */
export function fitSettings(columns: readonly AnyColumn[], stored: ColumnSettings | null): ColumnSettings {
  if (!stored) return defaultSettings(columns)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const order = stored.order.filter((key) => byKey.has(key))
  for (const [place, { key }] of columns.entries()) if (!order.includes(key)) order.splice(place, 0, key)
  const isHidden = ({ key, lock, hidden }: AnyColumn) =>
    !lock && (stored.order.includes(key) ? stored.hidden.includes(key) : Boolean(hidden))
  const wanted = columns.filter(isHidden)
  // A table always has a visible column.
  const hidden = wanted.length < columns.length ? wanted : columns.filter((column) => column.hidden)
  const fixed = stored.fixed.filter((key) => byKey.has(key)).slice(0, MAX_FIXED)
  return {
    order: [...fixed, ...order.filter((key) => !fixed.includes(key))],
    hidden: hidden.map(({ key }) => key),
    fixed,
    widths: Object.fromEntries(Object.entries(stored.widths).filter(([key]) => byKey.has(key))),
  }
}

/**
 * The visible columns in order. One of them grows: the widest without a set width, so that the others keep theirs. If
 * all have one, the last column stretches.
 */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  { order, hidden, fixed, widths }: ColumnSettings,
): Column<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const shown = order
    .filter((key) => !hidden.includes(key))
    .map((key) => {
      const column = byKey.get(key)!
      const width = own(widths, key)
      return { ...column, fixed: fixed.includes(key), ...(width ? { width, grow: false } : {}) }
    })
  const free = shown.filter(({ key, align }) => !own(widths, key) && align !== 'right')
  const growing = free.filter(({ grow }) => grow)
  const widest = (growing.length > 0 ? growing : free).reduce<Column<Row> | undefined>(
    (best, column) => (best && best.width > column.width ? best : column),
    undefined,
  )
  const grower = widest ?? shown.at(-1)
  for (const column of shown) column.grow = column === grower
  return shown
}

/** The width that the columns need without being cut, in px. */
export const widthOf = (columns: readonly Pick<AnyColumn, 'width'>[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0)

/**
 * The keys of the columns to leave out or shorten so that all fit into `room` px, the least important first. Fixed columns
 * and the one that the list is sorted by always stay.
 */
export function foldedColumns(
  shown: readonly Pick<Column<never>, 'key' | 'width' | 'fold' | 'short' | 'fixed'>[],
  room: number,
  sortedBy: string,
): string[] {
  let need = widthOf(shown)
  return shown
    .filter(({ key, fold, short, fixed }) => fold !== undefined && (!fixed || short) && key !== sortedBy)
    .toSorted((a, b) => a.fold! - b.fold!)
    .filter(({ width, short }) => {
      if (need <= room) return false
      need -= width - (short?.width ?? 0)
      return true
    })
    .map(({ key }) => key)
}

/** The columns of `arrange` without the folded ones; those with a short form take it. */
export function withoutFolded<Row>(
  columns: readonly Column<Row>[],
  settings: ColumnSettings,
  folded: readonly string[],
): Column<Row>[] {
  const gone = columns.filter(({ key, short }) => !short && folded.includes(key)).map(({ key }) => key)
  return arrange(columns, { ...settings, hidden: [...settings.hidden, ...gone] }).map((column) =>
    column.short && folded.includes(column.key) ? { ...column, ...column.short, untitled: true } : column,
  )
}

/** Sets a column's width in pixels; null restores its default. */
export function setWidth(settings: ColumnSettings, key: string, width: number | null): ColumnSettings {
  const { [key]: _before, ...widths } = settings.widths
  if (width === null) return { ...settings, widths }
  const within = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
  return { ...settings, widths: { ...widths, [key]: within } }
}
