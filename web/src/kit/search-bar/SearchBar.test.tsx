import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../still.fixture.tsx'
import { useUrlQuery } from '../url-query.ts'
import { patchFor, readFilters, type Filter } from './filters.ts'
import { SearchBar } from './SearchBar.tsx'

const filters: Filter[] = [
  { kind: 'input', name: 'keyword', label: '关键词' },
  { kind: 'input', name: 'person', label: '负责人' },
  {
    kind: 'checkbox',
    name: 'taskType',
    label: '任务类型',
    choices: [
      { value: '7', label: '故障' },
      { value: '8', label: '缺陷' },
    ],
  },
  { kind: 'select', name: 'roleCode', label: '角色', choices: [{ value: 'admin', label: '管理员' }] },
]

function List() {
  const { query, change } = useUrlQuery()
  return (
    <>
      <SearchBar
        filters={filters}
        values={readFilters(filters, query)}
        onSearch={(values) => change(patchFor(filters, values))}
      />
      <output>{useLocation().search}</output>
    </>
  )
}

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <List />
    </MemoryRouter>,
    { wrapper: Still },
  )

const search = () => new URLSearchParams(screen.getByRole('status').textContent ?? '')

beforeEach(() => vi.stubGlobal('innerWidth', 1440))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('shows the first two filters until it is expanded (spec 2 §2)', async () => {
  const user = userEvent.setup()
  open('/taskCenter')
  expect(screen.getAllByRole('searchbox')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /任务类型/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '展开' }))
  expect(screen.getByRole('button', { name: /任务类型/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '收起' }))
  expect(screen.queryByRole('button', { name: /任务类型/ })).toBeNull()
})

test('what is typed counts with 查询, not before, and Enter is 查询 too', async () => {
  const user = userEvent.setup()
  open('/taskCenter?view=2')
  await user.type(screen.getByRole('searchbox', { name: '关键词' }), '箱变')
  expect(search().get('keyword')).toBeNull()
  await user.click(screen.getByRole('button', { name: '查询' }))
  expect(search().get('keyword')).toBe('箱变')
  await user.type(screen.getByRole('searchbox', { name: '负责人' }), '李{Enter}')
  expect(search().get('person')).toBe('李')
  expect(search().get('view')).toBe('2')
})

test('an address shows its filters, also those behind 展开, and 重置 takes them away', async () => {
  const user = userEvent.setup()
  open('/taskCenter?keyword=箱变&taskType=7&taskType=8&view=2')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: '关键词' }).value).toBe('箱变')
  expect(screen.getByRole('button', { name: /任务类型/ }).textContent).toContain('故障 等 2 项')
  await user.click(screen.getByRole('button', { name: '重置' }))
  expect(search().toString()).toBe('view=2')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: '关键词' }).value).toBe('')
})

test('select-all of a checkbox filter', async () => {
  const user = userEvent.setup()
  open('/taskCenter?taskType=7')
  await user.click(screen.getByRole('button', { name: /任务类型/ }))
  await user.click(await screen.findByRole('checkbox', { name: '全选' }))
  await user.click(screen.getByRole('button', { name: '查询' }))
  expect(search().getAll('taskType')).toEqual(['7', '8'])
})

test('Tab leaves a list of several without choosing', async () => {
  const user = userEvent.setup()
  open('/taskCenter')
  await user.click(screen.getByRole('button', { name: '展开' }))
  await user.type(screen.getByRole('combobox', { name: '角色' }), '管')
  await screen.findByRole('option', { name: '管理员' })
  // user-event leaves out `which`, which Ant Design reads.
  fireEvent.keyDown(screen.getByRole('combobox', { name: '角色' }), { key: 'Tab', keyCode: 9, which: 9 })
  await user.click(screen.getByRole('button', { name: '查询' }))
  expect(search().get('roleCode')).toBeNull()
})
