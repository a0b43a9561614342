import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Column } from './columns.ts'
import {
  codeColumn,
  minuteColumn,
  nameColumn,
  numberColumn,
  personColumn,
  textColumn,
  timeColumn,
} from './presets.tsx'

type Row = {
  id: string
  name: string | null
  kind: string | null
  loss: number | null
  replies: number | null
  at: string | null
}

const full: Row = {
  id: 'NB-1',
  name: '一号逆变器',
  kind: 'a',
  loss: 1234.5,
  replies: 3,
  at: '2019-11-01 08:30:00',
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(column: Column<Row>, row: Row) {
  const { container } = render(column.cell(row))
  return container
}

const columns: [string, Column<Row>, string][] = [
  ['text', textColumn('name', '名称', 90), '一号逆变器'],
  ['text by its title', textColumn('kind', '类型', 90, { titles: { a: '逆变器' } }), '逆变器'],
  ['person', personColumn('name', '姓名', 90), '一号逆变器'],
  ['code', codeColumn('name', '编码', 90), '一号逆变器'],
  ['name', nameColumn('name', '名称', 90, ({ id }) => `#${id}`), '一号逆变器'],
  ['time', timeColumn('at', '时间', 90), '2019-11-01 08:30'],
  ['minute', minuteColumn('at', '时间', 90), '2019-11-01 08:30'],
  ['number', numberColumn('loss', '损失', 90), '1,235'],
  ['number with its unit', numberColumn('loss', '损失', 90, { digits: 1, unit: 'kWh' }), '1,234.5 kWh'],
  ['number of another writing', numberColumn('replies', '往来', 90, { format: (n) => `${n} 次` }), '3 次'],
]

test.each(columns)('a %s shows its field, and nothing where there is none', (_name, column, text) => {
  expect(show(column, full).textContent).toBe(text)
  const blank: Row = { id: '', name: null, kind: null, loss: null, replies: null, at: null }
  // The table itself shows '--' for null.
  expect(column.cell(blank)).toBeNull()
  expect(column.cell({ ...blank, name: '', kind: '', at: '' })).toBeNull()
})

test('numbers stand at the right, and keep what the table is told besides', () => {
  const column = numberColumn<Row>('loss', '损失', 90, { sortable: true, hidden: true })
  expect(column).toMatchObject({ key: 'loss', width: 90, align: 'right', sortable: true, hidden: true })
  expect(textColumn<Row>('name', '名称', 90, { grow: true, lock: true, fixed: true })).toMatchObject({
    grow: true,
    lock: true,
    fixed: true,
  })
})

test('zero is a number, unless it says nothing', () => {
  expect(numberColumn<Row>('replies', '往来', 72).cell({ ...full, replies: 0 })).toBe('0')
  expect(numberColumn<Row>('replies', '往来', 72, { some: true }).cell({ ...full, replies: 0 })).toBeNull()
})

test('a time of this year goes without the year, whole under the pointer, in the look that it is given', () => {
  const column = timeColumn<Row>('at', '时间', 90, { look: ({ id }) => (id === 'NB-1' ? 'err' : 't2') })
  const cell = show(column, { ...full, at: '2026-11-20 08:30:00' }).querySelector('span')!
  expect(cell.textContent).toBe('11-20 08:30')
  expect(cell.title).toBe('2026-11-20 08:30')
  expect(cell.className).toBe('err')
})

test('a name leads to its record, and a code is copied under its own name', () => {
  const link = show(
    nameColumn('name', '名称', 90, ({ id }) => `#${id}`),
    full,
  ).querySelector('a')!
  expect(link.getAttribute('href')).toBe('#NB-1')
  show(codeColumn('name', '编码', 90), full)
  expect(screen.getByRole('button', { name: '复制编码 一号逆变器' })).toBeTruthy()
})
