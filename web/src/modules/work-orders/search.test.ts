import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { expect, test, vi } from 'vitest'
import { answering } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { fullOrder } from './order.fixture.ts'
import { findOrders, findSteps } from './search.ts'

vi.mock('../../lib/call.ts', { spy: true })

const { signal } = new AbortController()
const waiting = { ...fullOrder, flowSts: 1 as const, otherSts: 1 as const, liableUserId: null }

test.each([
  ['指派 红柳沟', '红柳沟'],
  ['指派', undefined],
])('“%s” finds the orders that wait for it, with their state', async (words, keyword) => {
  useGrants.setState({ pages: [], buttons: ['order:assign'], notInForce: [] })
  const sent = answering({ [workOrderCalls.page.path]: { pageList: [waiting, fullOrder] } })
  const hits = await findSteps(words, signal)
  expect(hits.map(({ title, status }) => [title, status])).toEqual([['指派：风扇异响', 1]])
  expect(sent.map(({ input }) => [input.keyword, input.flowSts])).toEqual([[keyword, [1]]])
})

test('other words find no step, and nothing is asked', async () => {
  const sent = answering({})
  expect(await findSteps('红柳沟', signal)).toEqual([])
  expect(sent).toEqual([])
})

test.each([
  [{ overHours: 12.5 }, { text: '超时 12.5 h', late: true }],
  [{ overHours: null }, { text: '11-01 起' }],
  [{ flowSts: 4 as const }, { text: '11-03 关闭' }],
  [{ flowSts: 4 as const, flowEndTime: null }, undefined],
])('an order with %j ends with %j', async (change, end) => {
  answering({ [workOrderCalls.page.path]: { pageList: [{ ...fullOrder, ...change }] } })
  const [hit] = await findOrders('风扇', signal)
  expect(hit?.end).toEqual(end)
})
