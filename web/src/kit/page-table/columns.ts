import type { ReactNode } from 'react'
import { create } from 'zustand'
import { readStored, writeStored } from '../../lib/storage.ts'

export type Column<Row> = {
  /** The row's field; a sortable column is ordered by it. */
  key: string
  title: string
  width: number
  /** Takes the width that is left; `width` is then the least. */
  grow?: boolean
  align?: 'right'
  sortable?: boolean
  /** Not shown until somebody chooses it. */
  hidden?: boolean
  /** Always shown. */
  lock?: boolean
  /** Stands at the left while the others scroll, unless the settings say otherwise. */
  fixed?: boolean
  /** The cell; nothing, an empty text and null become '--'. */
  cell: (row: Row) => ReactNode
}

/** What one person changed about one table's columns. */
export type ColumnSettings = { order: string[]; hidden: string[]; fixed: string[] }

export const MAX_FIXED = 2

type AnyColumn = Pick<Column<never>, 'key' | 'hidden' | 'lock' | 'fixed'>

/** The settings of somebody who changed nothing. */
export const defaultSettings = (columns: readonly AnyColumn[]): ColumnSettings => ({
  order: columns.map(({ key }) => key),
  hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
  fixed: columns.filter(({ fixed }) => fixed).map(({ key }) => key),
})

/**
 * Stored settings made to fit the columns of today: unknown ones fall out, new ones come in at their default place
 * and visibility, locked ones stay visible, and fixed ones stand first.
 */
export function fitSettings(columns: readonly AnyColumn[], stored: ColumnSettings | null): ColumnSettings {
  if (!stored) return defaultSettings(columns)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const order = stored.order.filter((key) => byKey.has(key))
  for (const [place, { key }] of columns.entries()) if (!order.includes(key)) order.splice(place, 0, key)
  const isHidden = ({ key, lock, hidden }: AnyColumn) =>
    !lock && (stored.order.includes(key) ? stored.hidden.includes(key) : Boolean(hidden))
  const fixed = stored.fixed.filter((key) => byKey.has(key)).slice(0, MAX_FIXED)
  return {
    order: [...fixed, ...order.filter((key) => !fixed.includes(key))],
    hidden: columns.filter(isHidden).map(({ key }) => key),
    fixed,
  }
}

/** The columns to draw, in their order. */
export function arrange<Row>(columns: readonly Column<Row>[], { order, hidden, fixed }: ColumnSettings) {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return order
    .filter((key) => !hidden.includes(key))
    .map((key) => withFixed(byKey.get(key)!, fixed.includes(key)))
}

const withFixed = <Row>(column: Column<Row>, fixed: boolean): Column<Row> => ({ ...column, fixed })

export function toggleHidden(settings: ColumnSettings, key: string): ColumnSettings {
  const hidden = settings.hidden.includes(key)
    ? settings.hidden.filter((each) => each !== key)
    : [...settings.hidden, key]
  return { ...settings, hidden }
}

/** Fixes a column behind the fixed ones, or lets it go to the head of the others. */
export function toggleFixed(settings: ColumnSettings, key: string): ColumnSettings {
  const others = settings.fixed.filter((each) => each !== key)
  if (others.length === settings.fixed.length && others.length >= MAX_FIXED) return settings
  const fixed = settings.fixed.includes(key) ? others : [...others, key]
  const free = settings.order.filter((each) => !others.includes(each) && each !== key)
  return { ...settings, fixed, order: [...others, key, ...free] }
}

/** Moves a column to another's place; fixed and other columns do not mix. */
export function moveColumn(settings: ColumnSettings, key: string, target: string): ColumnSettings {
  const { order, fixed } = settings
  if (key === target || fixed.includes(key) !== fixed.includes(target)) return settings
  const place = order.indexOf(target)
  const rest = order.filter((each) => each !== key)
  rest.splice(place, 0, key)
  return { ...settings, order: rest, fixed: rest.filter((each) => fixed.includes(each)) }
}

const useStore = create<{ byTable: Record<string, ColumnSettings | null> }>(() => ({ byTable: {} }))

/** The one place that knows where a table's settings are kept. */
export function useColumnSettings(code: string, columns: readonly AnyColumn[]) {
  const kept = useStore(({ byTable }) => byTable[code])
  const stored = kept === undefined ? readStored<ColumnSettings>(`columns:${code}`) : kept
  const change = (settings: ColumnSettings | null) => {
    writeStored(`columns:${code}`, settings)
    useStore.setState(({ byTable }) => ({ byTable: { ...byTable, [code]: settings } }))
  }
  return { settings: fitSettings(columns, stored), change, reset: () => change(null) }
}
