import { describe, expect, test } from 'vitest'
import {
  arrange,
  defaultSettings,
  fitSettings,
  moveColumn,
  toggleFixed,
  toggleHidden,
  type Column,
} from './columns.ts'

type Row = Record<string, string>
const column = (key: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key,
  width: 100,
  cell: (row) => row[key],
  ...more,
})

const columns = [
  column('code', { lock: true, fixed: true }),
  column('status', { fixed: true }),
  column('station'),
  column('person'),
  column('area', { hidden: true }),
]
const shown = (settings: ReturnType<typeof defaultSettings>) =>
  arrange(columns, settings).map(({ key }) => key)

describe('column settings', () => {
  test('without any, columns stand in their order and hidden ones do not', () => {
    expect(shown(fitSettings(columns, null))).toEqual(['code', 'status', 'station', 'person'])
  })

  test('a column is shown and hidden again', () => {
    const withArea = toggleHidden(defaultSettings(columns), 'area')
    expect(shown(withArea)).toEqual(['code', 'status', 'station', 'person', 'area'])
    expect(shown(toggleHidden(withArea, 'area'))).not.toContain('area')
  })

  test('a third fixed column is refused, a free place is taken behind the fixed ones', () => {
    const settings = defaultSettings(columns)
    expect(toggleFixed(settings, 'station')).toEqual(settings)
    const freed = toggleFixed(settings, 'status')
    const fixed = toggleFixed(freed, 'person')
    expect(fixed.fixed).toEqual(['code', 'person'])
    expect(shown(fixed)).toEqual(['code', 'person', 'status', 'station'])
  })

  test('columns move among their own kind only', () => {
    const settings = defaultSettings(columns)
    expect(shown(moveColumn(settings, 'person', 'station'))).toEqual(['code', 'status', 'person', 'station'])
    expect(moveColumn(settings, 'person', 'code')).toEqual(settings)
    expect(moveColumn(settings, 'status', 'code').fixed).toEqual(['status', 'code'])
  })

  test('stored settings survive columns that came and went since', () => {
    const stored = {
      order: ['gone', 'person', 'code', 'status'],
      hidden: ['gone', 'code', 'status'],
      fixed: ['gone'],
    }
    const settings = fitSettings(columns, stored)
    expect(settings.order.toSorted()).toEqual(['area', 'code', 'person', 'station', 'status'])
    expect(settings.fixed).toEqual([])
    // Locked columns stay, new ones keep their own default.
    expect(settings.hidden).toEqual(['status', 'area'])
  })
})
