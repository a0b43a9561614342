import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Filter } from './filters.ts'
import { showSearched } from './searched-list.fixture.tsx'

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
  {
    kind: 'checkbox',
    name: 'state',
    label: '状态',
    min: 2,
    max: 3,
    choices: ['1', '2', '3', '4'].map((value) => ({ value, label: `状态${value}` })),
  },
  {
    kind: 'cascader',
    name: 'type',
    label: '设备类型',
    placeholder: '任一类型',
    choices: [{ value: '1', label: '一次设备', children: [{ value: '11', label: '逆变器' }] }],
  },
  { kind: 'date', name: 'day', label: '投运日期', format: 'YYYY/MM/DD' },
  { kind: 'dates', name: 'createTime', from: 'begin', until: 'end', label: '创建时间', format: 'YYYY/MM/DD' },
]

const open = (address: string) =>
  showSearched(address, { filters, link: '/taskCenter?taskType=7&keyword=箱变' })

const search = () => new URLSearchParams(screen.getByRole('status').textContent ?? '')

// The filter is loaded lazily; preload it, because on a busy machine loading takes longer than a test waits.
beforeAll(() => import('./CheckboxFilter.tsx'))
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
  expect(await screen.findByRole('button', { name: /任务类型/ })).toBeTruthy()
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
  expect((await screen.findByRole('button', { name: /任务类型/ })).textContent).toContain('故障 等 2 项')
  await user.click(screen.getByRole('button', { name: '重置' }))
  expect(search().toString()).toBe('view=2')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: '关键词' }).value).toBe('')
})

test('a link into the open list unfolds what narrows it, and a folded bar still says so', async () => {
  const user = userEvent.setup()
  open('/taskCenter')
  await user.click(screen.getByRole('link', { name: '链接' }))
  expect((await screen.findByRole('button', { name: /任务类型/ })).textContent).toContain('故障')
  await user.click(screen.getByRole('button', { name: '收起' }))
  const note = screen.getByRole('button', { name: '另有 1 项筛选' })
  expect(note.title).toBe('任务类型 故障')
  // Another search with a visible filter leaves the bar collapsed.
  await user.type(screen.getByRole('searchbox', { name: '负责人' }), '李{Enter}')
  expect(screen.queryByRole('button', { name: /任务类型/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '另有 1 项筛选' }))
  expect(await screen.findByRole('button', { name: /任务类型/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '重置' }))
  await user.click(screen.getByRole('button', { name: '收起' }))
  expect(screen.queryByRole('button', { name: /项筛选/ })).toBeNull()
})

test('select-all of a checkbox filter', async () => {
  const user = userEvent.setup()
  open('/taskCenter?taskType=7')
  await user.click(await screen.findByRole('button', { name: /任务类型/ }))
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
  // user-event does not set `which`, which Ant Design reads.
  fireEvent.keyDown(screen.getByRole('combobox', { name: '角色' }), { key: 'Tab', keyCode: 9, which: 9 })
  await user.click(screen.getByRole('button', { name: '查询' }))
  expect(search().get('roleCode')).toBeNull()
})

test('all kinds of filters show what the address says, in their format', async () => {
  open('/taskCenter?type=1&type=11&day=2026-11-21&createTime=2026-11-01&createTime=2026-11-05&roleCode=admin')
  expect(await screen.findByDisplayValue('2026/11/21')).toBeTruthy()
  expect(await screen.findByDisplayValue('2026/11/01')).toBeTruthy()
  expect(screen.getByDisplayValue('2026/11/05')).toBeTruthy()
  expect(await screen.findByText('一次设备 / 逆变器')).toBeTruthy()
  expect(screen.getByText('管理员')).toBeTruthy()
})

test('a placeholder stands where nothing is chosen', async () => {
  const user = userEvent.setup()
  open('/taskCenter')
  await user.click(screen.getByRole('button', { name: '展开' }))
  expect(await screen.findByText('任一类型')).toBeTruthy()
})

test('a checkbox group keeps its most, and says when its least is not reached', async () => {
  const user = userEvent.setup()
  open('/taskCenter?view=2')
  await user.click(screen.getByRole('button', { name: '展开' }))
  await user.click(screen.getByRole('button', { name: /^状态/ }))
  await user.click(await screen.findByRole('checkbox', { name: '状态1' }))
  expect(screen.getByText('可选择 2~3 项，已选 1 项')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查询' }))
  expect(screen.getByRole('alert').textContent).toBe('状态：至少选择 2 项')
  expect(search().toString()).toBe('view=2')
  await user.click(screen.getByRole('button', { name: /^状态/ }))
  await user.click(await screen.findByRole('checkbox', { name: '全选' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '状态4' }).disabled).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: '查询' }))
  expect(search().getAll('state')).toEqual(['1', '2', '3'])
})
