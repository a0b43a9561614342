import { expect, test } from 'vitest'
import {
  arrange,
  defaultSettings,
  foldedColumns,
  widthOf,
  withoutFolded,
  type Column,
} from './kit/page-table/columns.ts'
import { ACTIONS_WIDTH } from './kit/page-table/DesktopTable.tsx'

type Columns = readonly Column<never>[]

const screens = import.meta.glob<Record<string, unknown>>(['./modules/*/*.tsx', './modules/*/*/*-list.tsx'])
const sources = import.meta.glob<string>(['./modules/*/*.tsx', './modules/*/*/*-list.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The exported columns of all lists; a function of columns gets stand-ins for what it needs. */
const EXPORT = /^export (?:const|function) (columnsFor|\w+Columns)\b/m

const needs: Record<string, unknown[]> = { columnsFor: ['feedback', 'office', () => '#'] }

const found = Object.entries(sources).flatMap(([path, source]) => {
  const name = EXPORT.exec(source)?.[1]
  return name ? [[name, path] as const] : []
})

async function columnsOf(name: string, path: string): Promise<Columns> {
  const given = (await screens[path]!())[name] as Columns | ((...of: unknown[]) => Columns)
  return typeof given === 'function' ? given(...(needs[name] ?? [() => '#'])) : given
}

/** What a column is, without its cells: `flowStsName 状态 90 fold 4 fixed`. */
function lineOf({ key, title, width, short, cell: _cell, ...rest }: Column<never>): string {
  const marks = Object.entries({ ...rest, short: short?.width })
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([mark, value]) => (value === true ? mark : `${mark} ${value}`))
  return [key, title, width, ...marks.toSorted()].join(' ')
}

test('every list has the columns of list-columns.txt (--update writes it anew)', async () => {
  const lists = found.map(async ([name, path]) =>
    [name, ...(await columnsOf(name, path)).map(lineOf)].join('\n  '),
  )
  await expect(`${(await Promise.all(lists)).join('\n\n')}\n`).toMatchFileSnapshot('list-columns.txt')
})

test('the lists are found', () => {
  expect(found.length).toBeGreaterThanOrEqual(9)
})

/** A window of 1024 px beside the open side menu, with a scroll bar. */
const ROOM = 1024 - 208 - 10 - 12

test.each(found)('%s fits a narrow window by leaving out its least important columns', async (name, path) => {
  const columns = await columnsOf(name, path)
  const shown = arrange(columns, defaultSettings(columns))
  const order = shown.flatMap(({ fold }) => fold ?? []).toSorted((a, b) => a - b)
  expect(order).toEqual(order.map((_each, at) => at + 1))
  expect(
    columns.filter(({ fold, short, lock, fixed }) => fold && !short && (lock || fixed)).map(({ key }) => key),
  ).toEqual([])
  const room = ROOM - ACTIONS_WIDTH
  const left = withoutFolded(columns, defaultSettings(columns), foldedColumns(shown, room, ''))
  expect(widthOf(left)).toBeLessThanOrEqual(room)
})
