import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { hourByHour } from '../../lib/acts.fixture.ts'
import { noteAct } from '../../lib/queries.ts'
import { pageSource } from './page-source.ts'
import { useSteadyRows } from './use-steady-rows.ts'

type Row = { id: string; name: string }

const call = dictionaryCalls.list
hourByHour(call)

const rowsOf = (text: string): Row[] => text.split('').map((id) => ({ id: id.toLowerCase(), name: id }))

/** A list of one letter per row; an upper case letter is the row as somebody has changed it. */
function list(text: string) {
  const source = (given: string, page: number, updatedAt: number) => {
    const read = { isFetching: false, error: null, dataUpdatedAt: updatedAt, refetch: () => undefined }
    return pageSource(call, { page }, read, rowsOf(given), given.length)
  }
  const hook = renderHook((given) => useSteadyRows(given, ({ id }) => id), {
    initialProps: source(text, 1, Date.now()),
  })
  return {
    /** What arrives after this time in milliseconds, unless it is the placeholder of another page. */
    arrives: (given: string, { page = 1, after = 10_000, isPlaceholder = false } = {}) => {
      vi.setSystemTime(Date.now() + after)
      hook.rerender(source(given, page, isPlaceholder ? 0 : Date.now()))
    },
    shown: () => hook.result.current.rows?.map(({ name }) => name).join(''),
    waits: () => hook.result.current.take !== null,
    take: () => act(() => hook.result.current.take?.()),
  }
}

test('changes in the same rows show in place', () => {
  const { arrives, shown, waits } = list('abc')
  arrives('aBc')
  expect([shown(), waits()]).toEqual(['aBc', false])
})

test.each([
  ['a new row', 'xabc', 'abc'],
  ['a row that is gone', 'ac', 'abc'],
  ['another order', 'cab', 'abc'],
  ['a new row beside a changed one', 'xaBc', 'aBc'],
])('%s waits until it is taken', (_what, arrived, meanwhile) => {
  const { arrives, shown, waits, take } = list('abc')
  arrives(arrived)
  expect([shown(), waits()]).toEqual([meanwhile, true])
  take()
  expect([shown(), waits()]).toEqual([arrived, false])
})

test('what waits is forgotten when the list is as it was', () => {
  const { arrives, shown, waits } = list('abc')
  arrives('xabc')
  arrives('abC')
  expect([shown(), waits()]).toEqual(['abC', false])
})

test('what follows from an own act shows at once, and only that', () => {
  const { arrives, shown, waits } = list('abc')
  vi.setSystemTime(Date.now() + 10_000)
  noteAct(call.entities)
  arrives('xabc', { after: 100 })
  expect([shown(), waits()]).toEqual(['xabc', false])
  arrives('yxabc')
  expect([shown(), waits()]).toEqual(['xabc', true])
})

test('an act on something else holds nothing back and lets nothing in', () => {
  const { arrives, shown } = list('abc')
  vi.setSystemTime(Date.now() + 10_000)
  noteAct(['inquiry'])
  arrives('xabc', { after: 100 })
  expect(shown()).toBe('abc')
})

test('another page, its first answer and what corrects it at once show at once', () => {
  const { arrives, shown, waits } = list('abc')
  arrives('abc', { page: 2, isPlaceholder: true })
  arrives('def', { page: 2, after: 3000 })
  expect([shown(), waits()]).toEqual(['def', false])
  arrives('cab', { page: 1 })
  arrives('abc', { page: 1, after: 300 })
  expect([shown(), waits()]).toEqual(['abc', false])
})

test('an empty list fills by itself', () => {
  const { arrives, shown } = list('')
  arrives('a')
  expect(shown()).toBe('a')
})
