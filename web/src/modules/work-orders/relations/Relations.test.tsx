import { orderRelationCalls } from '@heliodesk/contract/order-relations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { noRelations, otherOrder, relations } from './relations.fixture.ts'
import { Relations } from './Relations.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => {
  useSession.setState({ token: 'T', user })
  useGrants.setState({ pages: ['/taskCenter'] })
})

function show(list: unknown, answers: Record<string, unknown> = {}) {
  const sent = answering({ [orderRelationCalls.list.path]: list, ...answers })
  showPage(<Relations id="order-relations" title="相关工单" order={fullOrder} />, '/?order=7', 1440)
  return sent
}

test('a linked order stands with its relation and state; those out of scope are counted alone', async () => {
  show(relations)
  const row = (await screen.findByRole('link', { name: '风扇滤网积灰' })).closest('li')!
  for (const text of ['前置', 'GD20261120000008', '射阳一期', '李沐阳', '处理中'])
    expect(row.textContent).toContain(text)
  expect(row.title).toMatch(/孙立诚 .*关联/)
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/?order=8')
  expect(screen.getByText('另有 2 张关联的工单无权查看')).toBeTruthy()
})

test('orders of the device stand below, with the way to all of them', async () => {
  show(relations)
  expect(await screen.findByText('同设备近 90 天')).toBeTruthy()
  expect(screen.getByText('6 单')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看全部' }).getAttribute('href')).toMatch(
    /^#\/taskCenter\?deviceId=70&createTime=2026-08-26&createTime=\d{4}-\d\d-\d\d$/,
  )
})

test('another order is found by what is typed, and linked as what it is', async () => {
  const sent = show(noRelations, {
    [workOrderCalls.page.path]: { pageList: [{ ...fullOrder, ...otherOrder }, fullOrder], rowCount: 2 },
    [orderRelationCalls.add.path]: refusal('关联的工单（otherId）：会形成前置、后续的循环'),
  })
  await userEvent.click(await screen.findByRole('button', { name: '关联工单' }))
  const form = await screen.findByRole('dialog', { name: '关联工单' })
  await userEvent.click(within(form).getByRole('combobox', { name: '工单' }))
  await userEvent.click(await screen.findByTitle('GD20261120000008 风扇滤网积灰'))
  await userEvent.click(within(form).getByRole('button', { name: '关联' }))
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path === orderRelationCalls.add.path)?.input).toEqual({
      orderId: '7',
      kind: 'related',
      otherId: '8',
    }),
  )
  expect(await within(form).findByText(/会形成前置、后续的循环/)).toBeTruthy()
})

test('a link is removed after a question', async () => {
  const sent = show(relations, { [orderRelationCalls.remove.path]: null })
  await userEvent.click(await screen.findByRole('button', { name: /解除与/ }))
  const question = await screen.findByRole('dialog', { name: '解除与 GD20261120000008 的关联？' })
  await userEvent.click(within(question).getByRole('button', { name: '解除' }))
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path === orderRelationCalls.remove.path)?.input).toEqual({ id: '31' }),
  )
})

test('whoever may not link has no buttons, and without links it says so', async () => {
  show({ ...noRelations, mayChange: false })
  expect(await screen.findByText('没有关联的工单')).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('what cannot be read is said', async () => {
  show(refusal('系统异常', 500))
  expect(await screen.findByText('相关工单没有取到')).toBeTruthy()
})
