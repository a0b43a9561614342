import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Filter } from './filters.ts'
import { showSearched } from './searched-list.fixture.tsx'

const filters: Filter[] = [
  { kind: 'input', name: 'name', label: '名称', live: true },
  { kind: 'input', name: 'person', label: '负责人' },
]
let searches: string[]

const open = (address = '/stations?page=3') =>
  showSearched(address, {
    filters,
    link: '/stations?name=盐城',
    onSearch: (values) => searches.push(JSON.stringify(values)),
  })

const address = () => Object.fromEntries(new URLSearchParams(screen.getByRole('status').textContent ?? ''))
const field = (label: string) => screen.getByRole<HTMLInputElement>('searchbox', { name: label })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(() => {
  searches = []
  vi.useFakeTimers()
  vi.stubGlobal('innerWidth', 1440)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a live filter narrows the list once the text has rested, from the first page on', () => {
  open()
  field('名称').focus()
  type('名称', '红')
  pass(99)
  type('名称', '红柳')
  pass(99)
  expect(searches).toEqual([])
  pass(1)
  expect(searches).toEqual(['{"name":["红柳"]}'])
  expect(address()).toEqual({ name: '红柳' })
  expect(document.activeElement).toBe(field('名称'))
  type('名称', '')
  pass(100)
  expect(address()).toEqual({})
})

test('filters that are being edited neither count with it nor get lost', () => {
  open('/stations?person=李')
  type('负责人', '王')
  type('名称', '红')
  pass(100)
  expect(address()).toEqual({ name: '红', person: '李' })
  expect(field('负责人').value).toBe('王')
  fireEvent.click(screen.getByRole('button', { name: '查询' }))
  expect(address()).toEqual({ name: '红', person: '王' })
})

test('letters typed while the address follows are kept', () => {
  open()
  type('名称', '红')
  pass(100)
  type('名称', '红柳')
  expect(field('名称').value).toBe('红柳')
  pass(100)
  expect(address()).toEqual({ name: '红柳' })
})

test('what an input method has not finished is not searched for', () => {
  open()
  fireEvent.compositionStart(field('名称'))
  type('名称', 'hong')
  pass(500)
  expect(searches).toEqual([])
  type('名称', '红')
  fireEvent.compositionEnd(field('名称'))
  pass(100)
  expect(searches).toEqual(['{"name":["红"]}'])
})

test('Enter searches at once, and only once', () => {
  open()
  type('名称', '红')
  fireEvent.submit(screen.getByRole('search'))
  expect(address()).toEqual({ name: '红' })
  pass(1000)
  expect(searches).toHaveLength(1)
})

test('a link takes the place of what was typed, and no search follows it', () => {
  open()
  type('名称', '红')
  pass(100)
  type('名称', '红柳')
  fireEvent.click(screen.getByRole('link', { name: '链接' }))
  pass(1000)
  expect(field('名称').value).toBe('盐城')
  type('名称', '盐')
  pass(100)
  fireEvent.click(screen.getByRole('link', { name: '链接' }))
  pass(1000)
  expect(field('名称').value).toBe('盐城')
  expect(searches).toHaveLength(2)
})

test('other text filters wait for 查询, and on a phone all do', () => {
  open()
  type('负责人', '王')
  pass(1000)
  expect(searches).toEqual([])
  cleanup()
  vi.stubGlobal('innerWidth', 390)
  open()
  fireEvent.click(screen.getByRole('button', { name: /筛选/ }))
  expect(screen.queryByRole('searchbox')).toBeNull()
})
