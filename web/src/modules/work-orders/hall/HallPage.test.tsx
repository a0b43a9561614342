import { orderHallCalls } from '@heliodesk/contract/order-hall.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { CallError } from '../../../lib/call.ts'
import { useNotices } from '../../../lib/notices.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { queryClient } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { HallPage } from './HallPage.tsx'
import { hallRow } from './hall-row.fixture.ts'
import type { HallRow } from './hall-rows.ts'
import { usePosition } from './use-position.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const counts = { total: 3, lossPower: 300, byType: [{ taskType: 7, orders: 3 }], nearby: null, inHand: 2 }
let waiting: HallRow[]
let claimed: () => unknown

beforeEach(() => {
  waiting = ['1', '2', '3'].map((id) => hallRow(id))
  claimed = () => fullOrder
  useSession.setState({ token: 'T', user })
  useNotices.setState({ notices: [] })
  usePosition.setState({ position: null, at: '', asking: false })
})

function show(address = '/', { grants = ['order:claim', 'order:execute'], width = 1440 } = {}) {
  useGrants.setState({ pages: ['/taskCenter'], buttons: grants, notInForce: [] })
  const sent = answering({
    [orderHallCalls.page.path]: () => ({ at: '2026-11-24 14:32:00', rows: waiting, next: null }),
    [orderHallCalls.count.path]: counts,
    [orderHallCalls.taken.path]: ({ ids }: { ids: string[] }) =>
      ids.map((id) => ({
        id,
        flowSts: 2,
        flowStsName: '处理中',
        liableUserId: '99',
        liablePerson: '吴承泽',
        realStartTime: '2026-11-24 14:33:10',
      })),
    [workOrderCalls.claim.path]: () => claimed(),
    [workOrderCalls.detail.path]: fullOrder,
    [workOrderCalls.history.path]: [],
  })
  showPage(<HallPage />, address, width)
  return sent
}

const rows = async () =>
  within(await screen.findByRole('list', { name: '待接工单' })).findAllByRole('listitem')
const take = async (id: string) =>
  userEvent.click(await screen.findByRole('button', { name: `接单 GD${id}` }))
const readAgain = () =>
  act(async () => {
    // The trees of the filters are never answered.
    void queryClient.invalidateQueries()
    await Promise.resolve()
  })

test('an order is taken at the press, and leaves after it was said so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show()
  await take('2')
  expect(await screen.findByText('已由您负责')).toBeTruthy()
  await waitFor(() => expect(useNotices.getState().notices[0]).toMatchObject({ title: '已接单' }))
  waiting = waiting.filter(({ id }) => id !== '2')
  await readAgain()
  expect(await rows()).toHaveLength(3)
  await act(() => vi.advanceTimersByTimeAsync(5100))
  expect(await rows()).toHaveLength(2)
  vi.useRealTimers()
})

test('a lost race says who was faster and when, for five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  claimed = () => new CallError('工单已被 吴承泽 接单', 200, 'order.claim_refused', '', '')
  show()
  await take('1')
  expect(await screen.findByText('已被 吴承泽 14:33 接单')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '接单 GD1' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5100))
  expect(screen.queryByText('已被 吴承泽 14:33 接单')).toBeNull()
  expect(await rows()).toHaveLength(2)
  vi.useRealTimers()
})

test('what fails otherwise can be taken again, and its reason shows', async () => {
  claimed = () => new CallError('工单已被他人更新，请刷新后重试', 200, 'order.stale', '', '')
  show()
  await take('1')
  await waitFor(() => expect(useNotices.getState().notices[0]?.text).toContain('请刷新后重试'))
  expect(await screen.findByRole('button', { name: '接单 GD1' })).toBeTruthy()
})

test('what others take turns grey with their name, and new orders wait behind their number', async () => {
  show()
  expect(await rows()).toHaveLength(3)
  waiting = [hallRow('9'), hallRow('8'), waiting[0]!, waiting[2]!]
  await readAgain()
  expect(await screen.findByText('已被 吴承泽 14:33 接单')).toBeTruthy()
  expect(screen.queryByText('第 9 单')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '2 条新单' }))
  expect(await screen.findByText('第 9 单')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /条新单/ })).toBeNull()
})

test.each([
  [[], '您没有“接单”权限'],
  [['order:claim'], '您没有“执行工单”权限'],
])('with %j nothing can be taken, and the button says why', async (grants, reason) => {
  const sent = show('/', { grants })
  const button = await screen.findByRole('button', { name: '接单 GD1' })
  expect(button.getAttribute('aria-description')).toContain(reason)
  await userEvent.click(button)
  expect(sent.some(({ path }) => path === workOrderCalls.claim.path)).toBe(false)
})

test('J and K go through the orders, and Enter opens one', async () => {
  show()
  await rows()
  await userEvent.keyboard('jjk')
  expect(screen.getByRole('link', { current: true }).textContent).toBe('第 1 单')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('the device is asked where it is by a press only, and the order follows', async () => {
  const getCurrentPosition = vi.fn((found: PositionCallback) =>
    found({ coords: { latitude: 37.8000001, longitude: 107.4 } } as GeolocationPosition),
  )
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as never)
  const sent = show()
  await rows()
  expect(getCurrentPosition).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '离我近' }))
  await waitFor(() =>
    expect(sent.at(-1)?.input).toMatchObject({ latitude: 37.8, longitude: 107.4, sort: 'near' }),
  )
})

test('a device that does not say where it is leaves the order as it is', async () => {
  const getCurrentPosition = (_found: PositionCallback, failed: PositionErrorCallback) =>
    failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError)
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as never)
  show()
  await rows()
  await userEvent.click(screen.getByRole('button', { name: '离我近' }))
  await waitFor(() => expect(useNotices.getState().notices[0]).toMatchObject({ title: '没有取得位置' }))
  expect(screen.getByRole('button', { name: '损失大' }).getAttribute('aria-pressed')).toBe('true')
})

test('an empty hall says so, and a narrowed one offers to show everything', async () => {
  waiting = []
  show()
  expect(await screen.findByText('没有等待接单的工单')).toBeTruthy()
})

test('a narrowed hall without orders offers to show everything', async () => {
  waiting = []
  const sent = show('/?types=clean')
  expect(await screen.findByText('没有符合的工单')).toBeTruthy()
  expect(sent.find(({ path }) => path === orderHallCalls.page.path)?.input).toMatchObject({
    taskType: [1, 2, 13],
  })
})

test('on a phone each order is a card, and only the first has a filled button', async () => {
  show('/', { width: 390 })
  await rows()
  expect([...document.querySelectorAll('button.pri')]).toHaveLength(1)
  expect(screen.getAllByText(/18:00 截止$/)).toHaveLength(3)
})
