import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { own, shared } from '../../domain/saved-views/saved-views.fixture.ts'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { CallError } from '../../lib/call.ts'
import { useNotices } from '../../lib/notices.ts'
import { useGrants } from '../../lib/permission.tsx'
import { fullOrder } from './order.fixture.ts'
import { WorkOrderListPage } from './WorkOrderListPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

type Input = Record<string, unknown>

/** The counts of views ask for one row. */
const isCount = ({ size }: Input) => size === 1

function show(
  address = '/',
  { width = 1440, grants = [] as string[], views = [own, shared], answers = {} } = {},
) {
  localStorage.clear()
  useNotices.setState({ notices: [] })
  useGrants.setState({ pages: [], buttons: grants, notInForce: [] })
  const sent = answering({
    [workOrderCalls.page.path]: (input: Input) => ({
      pageList: [fullOrder],
      rowCount: isCount(input) ? 12 : 1,
    }),
    [workOrderCalls.count.path]: { byStatus: { 1: 3, 2: 0, 3: 0, 4: 1, 5: 0 }, mine: 0, todo: 0, overdue: 4 },
    [workOrderCalls.people.path]: [],
    [savedViewCalls.list.path]: views,
    [savedViewCalls.seen.path]: {},
    [savedViewCalls.arrange.path]: {},
    [departmentCalls.tree.path]: [],
    [taskTypeCalls.choices.path]: [{ id: 8, name: '缺陷', active: true }],
    ...answers,
  })
  showPage(<WorkOrderListPage />, address, width)
  const inputsOf = (path: string) => sent.filter((each) => each.path === path).map(({ input }) => input)
  return {
    inputsOf,
    /** What the list was last asked for. */
    listed: () => inputsOf(workOrderCalls.page.path).findLast((input) => !isCount(input)),
  }
}

const chips = async () => within(await screen.findByRole('group', { name: '视图' }))
const chip = async (name: RegExp | string) => (await chips()).findByRole('button', { name })
const isOn = (element: HTMLElement) => element.getAttribute('aria-pressed') === 'true'

async function openList() {
  fireEvent.click(await screen.findByRole('button', { name: /^视图管理/ }))
  return within(await screen.findByRole('dialog', { name: '视图' }))
}

const question = async (title: string) =>
  within((await screen.findByText(title)).closest<HTMLElement>('[role=dialog]')!)

test('pinned views stand above the list with their number, and a chosen one puts its conditions into the address', async () => {
  const { listed, inputsOf } = show()
  const mine = await chip('宁夏超时 12')
  expect((await chips()).queryByRole('button', { name: /缺陷待消/ })).toBeNull()
  expect(inputsOf(workOrderCalls.page.path).filter(isCount)).toEqual([
    { overdue: true, depCode: 'A01A03A01', curPage: 1, size: 1 },
  ])
  fireEvent.click(mine)
  await waitFor(() => expect(listed()).toMatchObject({ overdue: true, depCode: 'A01A03A01' }))
  expect(isOn(await chip(/宁夏超时/))).toBe(true)
  expect(isOn(await chip(/^超时/))).toBe(false)
  expect(screen.queryByRole('button', { name: '保存视图' })).toBeNull()
  // Pressed again, it is left with all its conditions.
  fireEvent.click(await chip(/宁夏超时/))
  await waitFor(async () => expect(isOn(await chip(/^全部/))).toBe(true))
  expect(isOn(await chip(/宁夏超时/))).toBe(false)
})

test('a number that cannot be read is not shown, nor is more than a name when the views cannot', async () => {
  show('/', {
    answers: {
      [workOrderCalls.page.path]: (input: Input) =>
        isCount(input) ? refusal('数据库繁忙') : { pageList: [fullOrder], rowCount: 1 },
    },
  })
  expect((await chip(/宁夏超时/)).textContent).toBe('宁夏超时')
})

test('views that cannot be read leave the list as it is, and say so where they are managed', async () => {
  show('/', { answers: { [savedViewCalls.list.path]: refusal('数据库繁忙') } })
  const dialog = await openList()
  expect((await dialog.findByRole('alert')).textContent).toContain('视图没有取到')
  expect(await screen.findByText(fullOrder.workCode)).toBeTruthy()
})

test('a link to a view that the person does not have shows its conditions', async () => {
  const { listed } = show('/?view=overdue&depCode=A01A03A01&saved=99')
  await waitFor(() => expect(listed()).toMatchObject({ overdue: true, depCode: 'A01A03A01' }))
  expect(isOn(await chip(/宁夏超时/))).toBe(false)
  expect(isOn(await chip(/^超时/))).toBe(true)
  expect(await screen.findByRole('button', { name: '保存视图' })).toBeTruthy()
})

test('changed conditions are said, and update the view, become another one, or go back', async () => {
  const { listed, inputsOf } = show('/?view=overdue&depCode=A01A03A01&saved=7', {
    answers: { [savedViewCalls.edit.path]: own },
  })
  await chip(/宁夏超时/)
  expect(screen.queryByRole('button', { name: '已修改' })).toBeNull()
  fireEvent.click(await chip(/处理中/))
  await waitFor(() => expect(listed()).toMatchObject({ flowSts: [2], depCode: 'A01A03A01' }))
  expect(isOn(await chip(/宁夏超时/))).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: '已修改' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '还原' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '已修改' })).toBeNull())
  expect(isOn(await chip(/宁夏超时/))).toBe(true)
  expect(isOn(await chip(/处理中/))).toBe(false)

  fireEvent.click(await chip(/验收中/))
  fireEvent.click(await screen.findByRole('button', { name: '已修改' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '更新视图' }))
  await waitFor(() =>
    expect(inputsOf(savedViewCalls.edit.path)).toEqual([
      { id: '7', version: 3, name: '宁夏超时', query: { view: ['3'], depCode: ['A01A03A01'] } },
    ]),
  )
})

test('a shared view asks before it changes for others, and only its owner may change it', async () => {
  const views = [
    { ...own, departmentId: '30', departmentName: '宁夏运维中心' },
    { ...shared, pinned: true },
  ]
  const { inputsOf } = show('/?view=3&depCode=A01A03A01&saved=7', {
    views,
    answers: { [savedViewCalls.edit.path]: own },
  })
  fireEvent.click(await screen.findByRole('button', { name: '已修改' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '更新视图' }))
  const asked = await question('更新共享视图“宁夏超时”？')
  expect(asked.getByText(/“宁夏运维中心”及其下级的人之后看到的条件是：验收中/)).toBeTruthy()
  expect(inputsOf(savedViewCalls.edit.path)).toEqual([])
  fireEvent.click(asked.getByRole('button', { name: '更新' }))
  await waitFor(() => expect(inputsOf(savedViewCalls.edit.path)).toHaveLength(1))

  fireEvent.click(await chip(/缺陷待消/))
  fireEvent.click(await chip(/待指派/))
  fireEvent.click(await screen.findByRole('button', { name: '已修改' }))
  const update = screen.getByRole('menuitem', { name: /更新视图/ })
  expect(update.textContent).toContain('只有保存视图的人可以修改')
  fireEvent.click(update)
  expect(inputsOf(savedViewCalls.edit.path)).toHaveLength(1)
})

test('conditions are saved under a name, which may be taken, and then are a chosen view', async () => {
  const views = [own]
  const { inputsOf } = show('/?keyword=箱变&sort=planEndTime.asc&page=3', {
    views,
    answers: {
      [savedViewCalls.add.path]: ({ name, query }: { name: string; query: typeof own.query }) => {
        if (name === own.name)
          return new CallError('您在此列表已有同名视图', 200, 'savedView.name_taken', '', '')
        views.push({ ...own, id: '9', name, query })
        return views.at(-1)
      },
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: '保存视图' }))
  const form = within(await screen.findByRole('dialog', { name: '保存视图' }))
  expect(await form.findByText('关键词 “箱变” · 按计划结束升序')).toBeTruthy()
  // Without the right to share there is no such field.
  expect(form.queryByText('共享给')).toBeNull()
  const added = () => inputsOf(savedViewCalls.add.path)
  const saveAs = async (name: string) => {
    fireEvent.change(form.getByRole('textbox'), { target: { value: name } })
    const before = added().length
    await waitFor(
      () => {
        fireEvent.click(form.getByRole('button', { name: '保存' }))
        expect(added()).toHaveLength(before + 1)
      },
      // A press within a second of the one before does not count.
      { timeout: 4000 },
    )
  }
  await saveAs(own.name)
  expect(await form.findByText('您在此列表已有同名视图')).toBeTruthy()
  await saveAs('箱变到期')
  expect(added().at(-1)).toEqual({
    code: 'work-orders',
    name: '箱变到期',
    query: { keyword: ['箱变'], sort: ['planEndTime.asc'] },
  })
  await waitFor(async () => expect(isOn(await chip(/箱变到期/))).toBe(true))
})

test('who may share says with which department, and a stale version is refused', async () => {
  const views = [{ ...own, departmentId: '30', departmentName: '宁夏运维中心' }]
  const { inputsOf } = show('/', {
    views,
    grants: ['savedView:share'],
    answers: {
      [savedViewCalls.detail.path]: views[0],
      [savedViewCalls.edit.path]: refusal('视图已在别处更新，请刷新后重试'),
    },
  })
  fireEvent.click((await openList()).getByRole('button', { name: '视图“宁夏超时”的操作' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '重命名与共享…' }))
  const form = within(await screen.findByRole('dialog', { name: '编辑视图' }))
  expect(await form.findByText('共享给')).toBeTruthy()
  fireEvent.change(form.getByRole('textbox', { name: /名称/ }), { target: { value: '宁夏' } })
  fireEvent.click(form.getByRole('button', { name: '保存' }))
  expect((await form.findByRole('alert')).textContent).toContain('视图已在别处更新')
  expect(inputsOf(savedViewCalls.edit.path)).toEqual([
    { id: '7', version: 3, name: '宁夏', query: own.query, departmentId: '30' },
  ])
})

test('what is shared is new until the list of views was opened, and is pinned there', async () => {
  const views = [own, { ...own, id: '6', name: '本周到期' }, shared]
  const { inputsOf } = show('/', { views })
  expect(await screen.findByRole('button', { name: '视图管理，1 个新共享' })).toBeTruthy()
  const dialog = await openList()
  await waitFor(() => expect(inputsOf(savedViewCalls.seen.path)).toEqual([{ ids: [shared.id] }]))
  const theirs = within(dialog.getByRole('region', { name: '共享视图' }))
  expect(theirs.getByRole('button', { name: /^缺陷待消/ }).textContent).toBe(
    '缺陷待消新孙立诚共享给宁夏运维中心 · 在办 · 任务类型 缺陷 · 按计划结束升序',
  )
  fireEvent.click(theirs.getByRole('button', { name: '在列表上方显示 缺陷待消' }))
  expect(await chip(/缺陷待消/)).toBeTruthy()
  // Own ones are put in order by the keyboard; the first has no place above.
  const grip = dialog.getByRole('button', { name: '移动 本周到期' })
  grip.focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  const mine = dialog.getByRole('region', { name: '我的视图' })
  expect(within(mine).getAllByRole('button', { name: /^移动/ })[0]).toBe(grip)
  await waitFor(() =>
    expect(inputsOf(savedViewCalls.arrange.path).at(-1)).toEqual({
      code: 'work-orders',
      ids: ['6', '7', '8'],
      pinnedIds: ['6', '7', '8'],
    }),
  )
})

test('views are found by a part of the name, among many', async () => {
  const many = Array.from({ length: 9 }, (_each, at) => ({ ...own, id: `${20 + at}`, name: `视图 ${at}` }))
  show('/', { views: many })
  const dialog = await openList()
  await userEvent.type(await dialog.findByRole('searchbox', { name: '搜索视图' }), '7')
  expect(dialog.getAllByRole('button', { name: /^移动/ })).toHaveLength(1)
  await userEvent.type(dialog.getByRole('searchbox'), 'x')
  expect(dialog.getByText('没有符合条件的视图')).toBeTruthy()
})

test('without views their list says how to get one', async () => {
  show('/', { views: [] })
  expect((await openList()).getByText(/还没有视图。先查询或排序/)).toBeTruthy()
})

test('views are removed after a question, and taken back from a department by who may', async () => {
  const { inputsOf } = show('/', {
    views: [own, { ...shared, isOwnerActive: false, mayUnshare: true }],
    grants: ['savedView:share'],
    answers: { [savedViewCalls.remove.path]: null, [savedViewCalls.unshare.path]: shared },
  })
  let dialog = await openList()
  fireEvent.click(dialog.getByRole('button', { name: '视图“宁夏超时”的操作' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '删除…' }))
  fireEvent.click((await question('删除视图“宁夏超时”？')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(inputsOf(savedViewCalls.remove.path)).toEqual([{ id: '7', version: 3 }]))
  dialog = await openList()
  expect(dialog.getByText(/孙立诚（已停用）共享给宁夏运维中心/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '视图“缺陷待消”的操作' }))
  expect(screen.queryByRole('menuitem', { name: '删除…' })).toBeNull()
  fireEvent.click(screen.getByRole('menuitem', { name: '取消共享…' }))
  const asked = await question('取消共享视图“缺陷待消”？')
  expect(asked.getByText('“宁夏运维中心”及其下级的人不再有这个视图，孙立诚仍可自己使用。')).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: '取消共享' }))
  await waitFor(() => expect(inputsOf(savedViewCalls.unshare.path)).toEqual([{ id: '8', version: 1 }]))
})

test('conditions of a view that no longer exist are left out, and named', async () => {
  const views = [{ ...own, query: { view: ['overdue'], colour: ['red'], sort: ['gone.asc'] } }]
  const { listed } = show('/', { views })
  fireEvent.click(await chip(/宁夏超时/))
  await waitFor(() => expect(listed()).toMatchObject({ overdue: true }))
  expect(useNotices.getState().notices.at(-1)).toMatchObject({
    title: '视图“宁夏超时”有条件已失效',
    text: '已略去：colour、排序',
  })
  expect(screen.queryByRole('button', { name: '已修改' })).toBeNull()
})

test('the link of a view has its conditions', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show('/')
  fireEvent.click((await openList()).getByRole('button', { name: '视图“缺陷待消”的操作' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '复制链接' }))
  await waitFor(() =>
    expect(copy.mock.lastCall?.[0]).toMatch(/\?taskType=8&view=open&sort=planEndTime\.asc&saved=8$/),
  )
})

test('on a phone a view without a chip shows all orders, and conditions are saved from the list of views', async () => {
  const views = [{ ...own, query: { depCode: ['A01A03A01'] } }]
  const { listed } = show('/', { views, width: 390, grants: ['order:execute'] })
  await waitFor(() => expect(listed()).toMatchObject({ mine: true }))
  fireEvent.click(await chip(/宁夏超时/))
  await waitFor(() => expect(listed()).toMatchObject({ depCode: 'A01A03A01' }))
  expect(listed()).not.toHaveProperty('mine')
  expect(isOn(await chip(/宁夏超时/))).toBe(true)
  fireEvent.click(await chip(/超时$|^超时/))
  fireEvent.click((await openList()).getByRole('button', { name: '保存当前条件' }))
  expect(await screen.findByRole('dialog', { name: '保存视图' })).toBeTruthy()
})
