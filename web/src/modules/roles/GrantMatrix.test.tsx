import type { PermissionNode } from '@heliodesk/contract/roles.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerOf, placed } from './grant-grid.ts'
import { button, menu, page } from './permission-node.fixture.ts'
import { GrantMatrix } from './GrantMatrix.tsx'

afterEach(cleanup)

const orders = page(
  '任务中心',
  button('order:list', '查看工单'),
  button('order:assign', '指派工单'),
  button('order:claim', '接单'),
  // Of a newer server.
  button('order:reckon', '复核工单'),
)
const users = page('用户', button('user:manage', '用户管理', false))
const stations = page('电站档案', button('station:list', '查看电站'), button('station:edit', '维护电站'))
const roots = [menu('生产运营', orders, page('看板')), menu('系统管理', stations, users)]

describe('the place of a right', () => {
  test.each([
    [
      '任务中心',
      orders,
      ['查看工单 0 1', '指派工单 4 1'],
      ['接单', '复核工单'],
      ['新建', '编辑', '删除', '审批', '导出'],
    ],
    ['电站档案', stations, ['查看电站 0 1', '维护电站 1 3'], [], ['指派', '审批', '导出']],
    ['用户', users, ['用户管理 0 4'], [], ['指派', '审批', '导出']],
    ['a page without columns', page('导入', button('import:run', '数据导入')), [], ['数据导入'], []],
    [
      'a page whose rights overlap',
      page(
        '混合',
        button('a:list', '查看'),
        button('b:manage', '管理'),
        button('a:export', '导出'),
        button('b:export', '再导出'),
      ),
      ['查看 0 1', '导出 6 1'],
      ['管理', '再导出'],
      ['新建', '编辑', '删除', '指派', '审批'],
    ],
  ])('%s', (_name, of, cells, named, free) => {
    const columns = ['查看', '新建', '编辑', '删除', '指派', '审批', '导出']
    const grid = placed(of)
    expect(grid.cells.map((each) => `${each.button.title} ${each.at} ${each.columns.length}`)).toEqual(cells)
    expect(grid.named.map(({ title }) => title)).toEqual(named)
    expect(grid.free.map((at) => columns[at])).toEqual(free)
  })
})

test.each([
  [['order:list', 'order:claim'], '任务中心：可以 查看工单、接单；不可以 指派工单、复核工单'],
  [
    ['order:list', 'order:assign', 'order:claim', 'order:reckon'],
    '任务中心：可以 查看工单、指派工单、接单、复核工单',
  ],
  [[], '任务中心：什么都不可以'],
])('with %j the answer is %s', (held, answer) => {
  expect(answerOf(orders, new Set(held))).toBe(answer)
})

function show(held: string[] = []) {
  const onToggle = vi.fn<(each: PermissionNode) => void>()
  render(
    <GrantMatrix
      grants={{
        roots,
        held: new Set(held),
        changes: [{ id: 'order:list', kind: 'added', title: '任务中心 · 查看工单' }],
        kept: new Set(),
        toggle: onToggle,
      }}
      refusal={null}
    />,
  )
  const search = screen.getByRole('searchbox', { name: '查找菜单、权限' })
  return { user: userEvent.setup(), search, toggled: () => onToggle.mock.calls.map(([each]) => each.title) }
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const answer = () => document.querySelector('[aria-live]')?.textContent
const pages = () => screen.queryAllByRole('group').map((row) => row.getAttribute('aria-label'))

test('every right has one box with its name; a row is half ticked while some are held', () => {
  show(['order:list', 'station:list', 'station:edit'])
  const names = screen.getAllByRole('checkbox').map((each) => each.getAttribute('aria-label'))
  expect(names).toEqual([
    '生产运营 全部',
    '任务中心 整行',
    // A change is told, not only coloured.
    '查看工单 新增',
    '指派工单',
    '接单',
    '复核工单',
    '看板 整行',
    '系统管理 全部',
    '电站档案 整行',
    '查看电站',
    '维护电站',
    '用户 整行',
    '用户管理',
  ])
  for (const [name, checked, half] of [
    ['任务中心 整行', false, true],
    ['电站档案 整行', true, false],
    ['看板 整行', false, false],
    ['系统管理 全部', false, true],
    ['维护电站', true, false],
    ['复核工单', false, false],
  ] as const) {
    expect([name, box(name).checked, box(name).indeterminate]).toEqual([name, checked, half])
  }
  expect(box('用户管理').disabled).toBe(true)
})

test('the keyboard reaches the boxes of a row in the order of the columns, and ticks them', async () => {
  const { user, toggled } = show()
  box('任务中心 整行').focus()
  await user.keyboard(' ')
  for (const name of ['查看工单 新增', '指派工单', '接单', '复核工单']) {
    await user.tab()
    expect(document.activeElement).toBe(box(name))
    await user.keyboard(' ')
  }
  expect(toggled()).toEqual(['任务中心', '查看工单', '指派工单', '接单', '复核工单'])
})

test('the search finds pages by menu, name and right, and answers for the only one', async () => {
  const { user, search, toggled } = show(['order:list'])
  expect(answer()).toBe('')
  await user.type(search, '系统')
  expect(pages()).toEqual(['电站档案', '用户'])
  expect(answer()).toBe('')
  await user.clear(search)
  await user.type(search, '复核 任务')
  expect(pages()).toEqual(['任务中心'])
  expect(answer()).toBe('任务中心：可以 查看工单；不可以 指派工单、接单、复核工单')
  // A tick of the menu would also change the rows that are not shown.
  const region = screen.getByRole('region', { name: '生产运营' })
  expect(within(region).queryByRole('checkbox', { name: /全部/ })).toBeNull()
  await user.click(box('任务中心 整行'))
  await user.click(box('复核工单'))
  expect(toggled()).toEqual(['任务中心', '复核工单'])

  await user.clear(search)
  await user.type(search, '没有')
  expect(pages()).toEqual([])
  await user.click(screen.getByRole('button', { name: '清除筛选' }))
  expect(pages()).toEqual(['任务中心', '看板', '电站档案', '用户'])
})

test('a folded menu opens for what is searched in it, and is folded again afterwards', async () => {
  const { user, search } = show()
  await user.click(screen.getByRole('button', { name: '收起系统管理' }))
  expect(pages()).toEqual(['任务中心', '看板'])
  await user.type(search, '用户')
  expect(pages()).toEqual(['用户'])
  await user.clear(search)
  expect(pages()).toEqual(['任务中心', '看板'])
})
