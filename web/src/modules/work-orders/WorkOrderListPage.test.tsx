import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { fullOrder } from './order.fixture.ts'
import { WorkOrderListPage } from './WorkOrderListPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const orders = ['1', '2', '3', '4'].map((id) => ({ ...fullOrder, id, workCode: `GD${id}` }))

function show(address: string, { width = 1440, grants = [] as string[], answers = {} } = {}) {
  localStorage.clear()
  useGrants.setState({ pages: [], buttons: grants, notInForce: [] })
  const sent = answering({
    [workOrderCalls.page.path]: { pageList: orders, rowCount: 4 },
    [workOrderCalls.history.path]: [],
    [workOrderCalls.count.path]: { byStatus: { 1: 3, 2: 0, 3: 0, 4: 1, 5: 0 }, mine: 0, todo: 0, overdue: 0 },
    [workOrderCalls.detail.path]: ({ id }: { id?: string }) => orders.find((each) => each.id === id),
    ...answers,
  })
  showPage(<WorkOrderListPage />, address, width)
  return sent
}

test.each([
  [1440, ['order:execute'], { flowSts: [1, 2, 3, 4, 5] }],
  [390, ['order:execute'], { mine: true }],
  [390, ['order:assign'], { todo: true }],
  [390, [], { flowSts: [1, 2, 3, 4, 5] }],
])('a window of %d px begins for %j with %j', async (width, grants, wanted) => {
  const sent = show('/', { width, grants })
  const asked = () => sent.find(({ path }) => path === workOrderCalls.page.path)?.input
  await waitFor(() => expect(asked()).toMatchObject(wanted))
})

test('an opened order leads to its neighbours of the page', async () => {
  show('/?order=2')
  await userEvent.click(await screen.findByRole('button', { name: '下一单' }))
  expect(await screen.findByRole('heading', { name: /GD3|风扇异响/ })).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('button', { name: '上一单' })).toBeTruthy())
  expect(screen.getByText(/3 \/ 4/)).toBeTruthy()
})

test('the form of a new order is closed again', async () => {
  show('/', { grants: ['order:create'] })
  await userEvent.click(await screen.findByRole('button', { name: '新建工单' }))
  expect(await screen.findByRole('dialog', { name: '新建工单' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '新建工单' })).toBeNull())
})

test('the orders of one device are listed by link, until the condition is cleared', async () => {
  const sent = show('/?deviceId=70', {
    answers: { [workOrderCalls.page.path]: { pageList: [], rowCount: 0 } },
  })
  const asked = () => sent.findLast(({ path }) => path === workOrderCalls.page.path)?.input
  await waitFor(() => expect(asked()).toMatchObject({ deviceId: '70', flowSts: [1, 2, 3, 4, 5] }))
  await userEvent.click(await screen.findByRole('button', { name: '清除筛选' }))
  await waitFor(() => expect(asked()).not.toHaveProperty('deviceId'))
})

const waiting = ['1', '2', '3', '10'].map((id) => ({
  ...fullOrder,
  id,
  workCode: `GD${id}`,
  // 10 is a reform type, whose steps have paths of their own.
  taskType: id === '10' ? 10 : 12,
  flowSts: id === '3' ? (4 as const) : (1 as const),
  otherSts: id === '3' ? (5 as const) : (1 as const),
  liableUserId: null,
  liablePerson: null,
  psId: id,
}))

async function chooseAll(answers: Record<string, unknown>, grants: string[]) {
  const sent = show('/', {
    grants,
    answers: { [workOrderCalls.page.path]: { pageList: waiting, rowCount: 4 }, ...answers },
  })
  await screen.findByText('GD10')
  await userEvent.click(screen.getByRole('checkbox', { name: /全选|本页/ }))
  const bar = within(await screen.findByRole('toolbar', { name: '批量操作' }))
  return { sent, bar }
}

test('chosen orders are ended one by one; what is refused is listed and stays chosen', async () => {
  const { sent, bar } = await chooseAll(
    {
      [workOrderCalls.terminate.path]: ({ id }: { id: string }) =>
        id === '2' ? refusal('工单已被他人修改') : waiting[0],
    },
    ['order:terminate', 'order:assign'],
  )
  // The closed one cannot be ended.
  await userEvent.click(await bar.findByRole('button', { name: '作废… 3' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), '重复报出')
  await userEvent.click(dialog.getByRole('button', { name: /作废|确定/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('GD2：工单已被他人修改')
  const ended = sent.filter(({ path }) => path === workOrderCalls.terminate.path).map(({ input }) => input)
  expect(new Set(ended.map(({ id }) => id))).toEqual(new Set(['1', '2', '10']))
  expect(ended[0]).toMatchObject({ reason: '重复报出', version: fullOrder.version })
  await waitFor(() => expect(bar.getByRole('status').textContent).toBe('已选 2 单'))
})

test('chosen orders are assigned to one person, each on the path of its type', async () => {
  const { sent, bar } = await chooseAll(
    {
      [workOrderCalls.people.path]: [{ id: '7', realname: '李沐阳', departName: '一班' }],
      [workOrderCalls.assign.path]: waiting[0],
      [workOrderCalls.reformAssign.path]: waiting[0],
    },
    ['order:assign'],
  )
  expect(bar.getByText(/跨 4 座电站/)).toBeTruthy()
  await userEvent.click(await bar.findByRole('button', { name: '批量指派 3' }))
  await screen.findByText('指派所选 3 单')
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: '指派' }))
  expect(await dialog.findByText('请选择负责人')).toBeTruthy()
  expect(sent.some(({ path }) => path === workOrderCalls.assign.path)).toBe(false)
  await userEvent.click(dialog.getByRole('combobox', { name: /负责人/ }))
  await userEvent.click(await screen.findByText('李沐阳'))
  const end = dialog.getByLabelText(/计划结束时间/)
  fireEvent.mouseDown(end)
  fireEvent.focus(end)
  fireEvent.change(end, { target: { value: '2030-01-02 18:00' } })
  fireEvent.keyDown(end, { key: 'Enter' })
  const assigned = () =>
    sent.filter(
      ({ path }) => path === workOrderCalls.assign.path || path === workOrderCalls.reformAssign.path,
    )
  // A press within a second of the previous one counts as a repeat.
  await waitFor(async () => {
    const press = dialog.queryByRole('button', { name: '指派' })
    if (press) await userEvent.click(press)
    expect(assigned()).toHaveLength(3)
  })
  expect(assigned().every(({ input }) => input.liableUserId === '7')).toBe(true)
  expect(
    assigned()
      .filter(({ path }) => path === workOrderCalls.reformAssign.path)
      .map(({ input }) => input),
  ).toEqual([expect.objectContaining({ id: '10', reformType: '10' })])
})

test('without rights to either, the bar has nothing but the number', async () => {
  const { bar } = await chooseAll({}, [])
  await bar.findByText(/跨 4 座电站/)
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('取消选择'),
  ])
})

test('on a phone cards are chosen too, and the bar below says what can be done', async () => {
  show('/', {
    width: 390,
    grants: ['order:terminate'],
    answers: { [workOrderCalls.page.path]: { pageList: waiting, rowCount: 4 } },
  })
  expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull()
  await userEvent.click(await screen.findByRole('checkbox', { name: '选择 GD2' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '选择 GD10' }))
  const bar = within(await screen.findByRole('toolbar', { name: '批量操作' }))
  expect(await bar.findByRole('button', { name: '作废… 2' })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: '选择 GD2' }))
  expect(await bar.findByRole('button', { name: '作废… 1' })).toBeTruthy()
})
