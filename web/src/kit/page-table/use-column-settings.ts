import { useMemo } from 'react'
import { own } from '@heliodesk/contract/own.ts'
import { arrangeTable, useTableSettings } from '../../lib/table-settings.ts'
import { fitSettings, type AnyColumn, type ColumnSettings } from './columns.ts'

/** A person's settings for one table, adapted to its current columns. */
export function useColumnSettings(code: string, columns: readonly AnyColumn[]) {
  const stored = useTableSettings(({ byCode }) => own(byCode, code)?.arrangement ?? null)
  return {
    settings: useMemo(() => fitSettings(columns, stored), [columns, stored]),
    change: (settings: ColumnSettings) => arrangeTable(code, settings),
    reset: () => arrangeTable(code, null),
  }
}
