import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useCurrentLocation } from '../../../lib/location.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { DetailSections } from '../detail/DetailSections.tsx'
import { sectionsOf } from '../detail/sections.ts'
import { ticket } from '../../../domain/tickets/ticket.fixture.ts'
import type { OrderDetail } from '../order.ts'
import { fullOrder } from '../order.fixture.ts'
import { OpenTicket, TicketStrip } from './TicketStrip.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440)
  window.location.hash = ''
  useGrants.setState({ pages: [paths.tickets.path], buttons: ['ticket:create'], notInForce: [] })
})

const needing: OrderDetail = { ...fullOrder, needTicket: 1, flowSts: 2, otherSts: 3 }
function showSection(answer: unknown) {
  const sent = answering({ [calls.ofOrder.path]: answer })
  const sections = sectionsOf(needing).filter(({ key }) => key === 'tickets')
  render(<DetailSections order={needing} sections={sections} />, { wrapper: Page })
  return sent
}

test('the section shows the fields of the specification, and each number leads to its ticket', async () => {
  const sent = showSection({
    pageList: [
      ticket,
      { ...ticket, id: '2', ticketNo: '', flowUser: '', state: 'draft', stateLabel: '草稿' },
    ],
    rowCount: 2,
  })
  const table = within(await screen.findByRole('region', { name: '两票信息' }))
  expect(sent.find(({ path }) => path === calls.ofOrder.path)!.input).toMatchObject({ orderId: '7' })
  const titles = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const [, first, second] = table.getAllByRole('row')
  const cells = within(first!).getAllByRole('cell')
  expect(titles.map((title, at) => `${title}：${cells[at]!.textContent}`)).toEqual([
    '票号：GZP-1121-06',
    '票类：工作票',
    '票种：第一种工作票',
    '工作内容：7号箱变高压侧熔断器更换',
    '状态：执行中',
    '当前办理：李志强',
    '开票人：王磊',
    '开票时间：2026-11-21 09:20',
  ])
  expect(within(first!).getByRole('link').getAttribute('href')).toBe(paths.tickets.href({ ticket: '1' }))
  expect(within(second!).getByRole('link', { name: '未编号' })).toBeTruthy()
})

test('without the page of tickets the numbers are no links', async () => {
  useGrants.setState({ pages: [] })
  showSection({ pageList: [ticket], rowCount: 1 })
  expect(await screen.findByText('GZP-1121-06')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('an order without tickets says so', async () => {
  showSection({ pageList: [], rowCount: 0 })
  expect(await screen.findByText('还没有开票')).toBeTruthy()
})

test('a failure is told in the section', async () => {
  showSection(refusal('系统异常', 500))
  expect(await screen.findByText('两票没有取到')).toBeTruthy()
})

const before = { flowSts: 2, otherSts: 2 } as const
const none = { allEnd: true, inForce: false, open: [] }
const running = { allEnd: false, inForce: true, open: ['GZP-6'] }
const strips: [string, Partial<OrderDetail>, typeof running | typeof none, string][] = [
  ['not opened', before, none, '需要工作票，还没有开票，暂不能开始作业。'],
  ['not assigned', { flowSts: 1, otherSts: 1 }, none, '需要工作票，还没有开票，暂不能开始作业。'],
  ['for switching', { ...before, needTicket: 2 }, none, '需要操作票，还没有开票，暂不能开始作业。'],
  ['not permitted', before, { ...running, inForce: false }, '工作票尚未许可，暂不能开始作业。GZP-6'],
  ['permitted', before, running, '工作票已许可，可以开始作业。GZP-6'],
  ['not ended', {}, running, '还有 1 张票没有终结，暂不能提交验收。GZP-6'],
  ['ended', {}, none, '两票已全部终结，可以提交验收。'],
]

test.each(strips)('the strip of an order whose ticket is %s', async (_when, change, answer, says) => {
  answering({ [calls.allEnd.path]: answer })
  render(<TicketStrip order={{ ...needing, ...change }} />, { wrapper: Page })
  const strip = await screen.findByRole('status')
  expect(strip.textContent).toBe(says)
  const hrefs = within(strip)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(answer.open.map((keyword) => paths.tickets.href({ keyword })))
})

test('on a phone the strip has the action that the bar has no room for', async () => {
  vi.stubGlobal('innerWidth', 390)
  answering({ [calls.allEnd.path]: none })
  render(<TicketStrip order={needing} />, { wrapper: Page })
  await userEvent.click(await screen.findByRole('button', { name: '开票' }))
  expect(window.location.hash).toBe(paths.tickets.href({ act: 'add', order: '7' }))
})

test('the strip says when it could not be read', async () => {
  answering({ [calls.allEnd.path]: refusal('系统异常', 500) })
  render(<TicketStrip order={needing} />, { wrapper: Page })
  expect(await screen.findByText(/两票没有取到/)).toBeTruthy()
})

test.each([
  ['needs none', { needTicket: 0 }],
  ['is being accepted', { flowSts: 3, otherSts: 4 }],
  ['is terminated', { flowSts: 5 }],
] as const)('an order that %s has neither a strip nor the action', (_when, change) => {
  const sent = answering({})
  const order: OrderDetail = { ...needing, ...change }
  const { container } = render(
    <>
      <OpenTicket order={order} />
      <TicketStrip order={order} />
    </>,
    { wrapper: Page },
  )
  expect(container.textContent).toBe('')
  expect(sent).toEqual([])
})

test('the action opens the form for the order, with the permission', async () => {
  answering({})
  useCurrentLocation.setState({ pathname: '/taskCenter', search: '' })
  const { rerender } = render(<OpenTicket order={needing} />, { wrapper: Page })
  await userEvent.click(screen.getByRole('button', { name: '开票' }))
  expect(window.location.hash).toBe(paths.tickets.href({ act: 'add', order: '7' }))
  useGrants.setState({ buttons: [] })
  rerender(<OpenTicket order={needing} />)
  expect(screen.queryByRole('button')).toBeNull()
})
