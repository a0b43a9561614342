import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { fullOrder } from './order.fixture.ts'
import { WorkOrderListPage } from './WorkOrderListPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const orders = ['1', '2', '3', '4'].map((id) => ({ ...fullOrder, id, workCode: `GD${id}` }))

function show(address: string, { width = 1440, grants = [] as string[] } = {}) {
  localStorage.clear()
  useGrants.setState({ pages: [], buttons: grants, notInForce: [] })
  const sent = answering({
    [workOrderCalls.page.path]: { pageList: orders, rowCount: 4 },
    [workOrderCalls.history.path]: [],
    [workOrderCalls.detail.path]: ({ id }: { id?: string }) => orders.find((each) => each.id === id),
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
