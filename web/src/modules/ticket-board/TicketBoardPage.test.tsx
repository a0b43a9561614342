import { ticketBoardCalls } from '@heliodesk/contract/ticket-board.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { board, idle, stations } from './board.fixture.ts'
import { timelineOf } from './timeline.ts'
import { TicketBoardPage } from './TicketBoardPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T14:32:00+08:00') })
  // Without a company's zone the device's clock counts, which stands still here.
  useSession.setState({ token: 'T', user: { ...user, timeZone: undefined } })
  useGrants.setState({
    pages: ['/operation/ticket'],
    buttons: ['ticket:board', 'ticket:create'],
    notInForce: [],
  })
})
afterEach(() => vi.useRealTimers())

const show = (answers: Record<string, unknown> = {}, address = '/operation/ticketBoard', width = 1440) => {
  const sent = answering({
    [ticketBoardCalls.stations.path]: stations,
    [ticketBoardCalls.board.path]: board,
    ...answers,
  })
  showPage(<TicketBoardPage />, address, width)
  return sent.filter.bind(sent)
}

const partOf = async (name: string) => within(await screen.findByRole('region', { name }))

test('opens the station with the most open tickets, and the one of the link', async () => {
  const sent = show()
  expect(await screen.findByText(/4 张票开着，接地 2 处，3 人在里面/)).toBeTruthy()
  const wanted = () => sent(({ path }) => path === ticketBoardCalls.board.path).map(({ input }) => input)
  expect(wanted()).toEqual([{ psId: '8' }])
})

test('a link shows the board of its station without asking which is the first', async () => {
  const sent = show(
    { [ticketBoardCalls.board.path]: { ...idle, psId: '9' } },
    '/operation/ticketBoard?psId=9',
  )
  expect(await screen.findByText('今天没有开着的票')).toBeTruthy()
  expect(sent(({ path }) => path === ticketBoardCalls.board.path)[0]!.input).toEqual({ psId: '9' })
  expect(screen.getByRole('link', { name: '开票' }).getAttribute('href')).toBe(
    '#/operation/ticket?act=add&psId=9',
  )
})

test('cards say who, when and what is missing, and lead to their tickets', async () => {
  show()
  const open = await partOf('开着的票')
  expect(open.getByText('今日已终结 1')).toBeTruthy()
  const [toIssue, toClose, operating, working] = open.getAllByRole('link')
  expect(toIssue!.getAttribute('href')).toBe('#/operation/ticket?ticket=3')
  expect(toIssue!.textContent).toContain('计划 15:00 – 18:00等您签发')
  expect(toClose!.textContent).toContain(
    '负责人 李沐阳 · 许可人 王景行12:58 许可，14:24 工作终结接地 1 组未拆',
  )
  expect(operating!.textContent).toContain('执行 6/10')
  expect(operating!.textContent).toContain('14:18 开始第 7 步 验明无电')
  expect(working!.textContent).toContain('12:58 许可，至 17:00剩 2 时 28 分')
  expect(
    open.getByText('GZP1-2611-03 还不能许可：操作票 CZP-2611-02 正在操作；李沐阳仍在 GZP1-2611-01 下作业'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: '去办理' }).getAttribute('href')).toBe(
    '#/operation/ticket?ticket=3',
  )
})

test('bays show what is isolated, what is switched next and which earths hang; the rest is listed', async () => {
  show()
  const bays = await partOf('隔离与接地')
  expect(bays.getByText('挂着的接地线 1 组，接地刀闸 1 副')).toBeTruthy()
  const isolated = bays.getByRole('listitem', { name: '2号箱变 检修' })
  expect(isolated.dataset.state).toBe('isolated')
  expect(isolated.textContent).toContain('321 分')
  expect(isolated.textContent).toContain('421 分与 GZP1-2611-09 共用')
  expect(isolated.textContent).toContain('接地线 1 号321电源侧 12:40')
  const switching = bays.getByRole('listitem', { name: '3号箱变由运行转检修 操作中 6/10' })
  expect(switching.dataset.state).toBe('switching')
  expect(switching.textContent).toContain('431 合')
  const next = within(switching)
    .getAllByRole('listitem')
    .filter(({ dataset }) => dataset.next === '')
  expect(next.map(({ textContent }) => textContent)).toEqual(['33117 待合'])
  const loose = within(bays.getByRole('list', { name: '不在图上' }))
  expect(loose.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '接地刀闸 35117351柜 11-23 16:00 GZP2-2611-04',
    'GZP1-2611-03 3号箱变低压侧检修：没有布置隔离点',
    'GZP2-2611-04 直流屏绝缘监察装置校验：没有布置隔离点',
  ])
})

test('the roll is called by ticket, and says who is missing', async () => {
  const hand = userEvent.setup()
  show()
  const inside = await partOf('谁在里面')
  expect(inside.getByText('3 人，2 张票')).toBeTruthy()
  expect(inside.getByText('今天已离场 3 人；工作班成员未离场，票不能终结')).toBeTruthy()
  await hand.click(inside.getByRole('button', { name: '点名' }))
  const roll = within(await screen.findByRole('dialog'))
  expect(roll.getByText('仅供现场点名核对，不留记录。')).toBeTruthy()
  expect(roll.getByRole('status').textContent).toBe('已到 0 / 3，未到：李沐阳、陶远山、何雨桐')
  await hand.click(roll.getByRole('checkbox', { name: /李沐阳/ }))
  await hand.click(roll.getByRole('checkbox', { name: /何雨桐/ }))
  expect(roll.getByRole('status').textContent).toBe('已到 2 / 3，未到：陶远山')
  await hand.click(roll.getByRole('checkbox', { name: /陶远山/ }))
  expect(roll.getByRole('status').textContent).toBe('3 人全部到齐')
  await hand.click(roll.getByRole('button', { name: '重新点名' }))
  expect(roll.getByRole('status').textContent).toContain('已到 0 / 3')
})

test('on the wall there is nothing to press, and Esc leads back', async () => {
  show({}, '/operation/ticketBoard?wall=1')
  const wall = await screen.findByRole('region', { name: '投屏' })
  await within(wall).findByRole('heading', { name: '晴川红柳沟一期 两票看板' })
  expect(wall.dataset.theme).toBe('dark')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: '投屏' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: '投屏' })).toBeNull()
})

test('a board that cannot be read says so, and is read again', async () => {
  let isDown = true
  show({ [ticketBoardCalls.board.path]: () => (isDown ? refusal('数据不存在或无权查看', 404) : board) })
  expect(await screen.findByText('看板没有取到')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await partOf('开着的票')).toBeTruthy()
})

test('the board of yesterday, or with a time that has run out, is read again', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date('2026-11-24T16:59:30+08:00'),
  })
  const sent = show()
  await partOf('今天')
  const asked = () => sent(({ path }) => path === ticketBoardCalls.board.path).length
  expect(asked()).toBe(1)
  act(() => void vi.advanceTimersByTime(60_000))
  await waitFor(() => expect(asked()).toBe(2))
})

test('the timeline holds the hours of its tickets, plans in their own look, and the time', () => {
  const { bars, hours, now } = timelineOf(board.tickets, board.day, '2026-11-24 13:00:00')
  expect(bars.map(({ ticket, isPlanned }) => [ticket.id, isPlanned])).toEqual([
    ['3', true],
    ['1', false],
    ['2', false],
    ['4', false],
    ['5', false],
  ])
  expect(bars[0]).toMatchObject({ left: 70, width: 30 })
  expect(bars[4]).toMatchObject({ left: 5, width: 10 })
  expect(hours.map(({ hour }) => hour)).toEqual([8, 10, 12, 14, 16, 18])
  expect(now).toBe(50)
  const late = timelineOf(
    [{ ...board.tickets[3]!, permittedTime: '2026-11-23 09:00:00', validUntil: '2026-11-26 09:00:00' }],
    board.day,
    '2026-11-25 01:00:00',
  )
  expect(late).toMatchObject({ bars: [{ left: 0, width: 100 }], now: null })
  expect(timelineOf([{ ...board.tickets[4]!, stampedTime: null }], '2026-11-27', '').bars).toEqual([])
})
