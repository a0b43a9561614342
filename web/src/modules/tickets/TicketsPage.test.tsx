import { exportCalls } from '@heliodesk/contract/exports.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { draft, draftDetail, ticket } from '../../domain/tickets/ticket.fixture.ts'
import { TicketsPage } from './TicketsPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
vi.mock('./sheet/TicketSheet.tsx', () => ({
  TicketSheet: ({ id, onClose }: { id: string; onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      票 {id}
    </button>
  ),
}))
isolatePages()

const order = {
  id: '7',
  psId: '12',
  workCode: 'GD7',
  needTicket: 2,
  taskDescription: '风扇异响',
  planStartTime: '2019-11-01 08:00:00',
  planEndTime: null,
}
const counts = { open: 4, todo: 2, mine: 3, late: 1, hanging: 5 }

function Address() {
  return <output>{useLocation().search}</output>
}

function show(address = '/', { width = 1900, grants = [] as string[], answers = {} } = {}) {
  localStorage.clear()
  useSession.setState({ token: 'T', user })
  useGrants.setState({ pages: [paths.earths.path], buttons: grants, notInForce: [] })
  const sent = answering({
    [calls.page.path]: { pageList: [ticket, draft], rowCount: 2 },
    [calls.counts.path]: counts,
    [workOrderCalls.detail.path]: order,
    ...answers,
  })
  showPage(
    <>
      <TicketsPage />
      <Address />
    </>,
    address,
    width,
  )
  return sent
}

const rowOf = async (text: string) =>
  (await screen.findByText(text)).closest<HTMLElement>('[role="row"], tr')!
const search = () => screen.getAllByRole('status').find(({ tagName }) => tagName === 'OUTPUT')!.textContent

test('a ticket stands with its state, what is late and hangs, and its order', async () => {
  show()
  const row = await rowOf('GZP-1121-06')
  for (const text of ['执行中', '超期', '接地 2', '7号箱变高压侧熔断器更换', '共和恒昌一期', '李志强'])
    expect(row.textContent).toContain(text)
  expect(within(row).getByRole('link', { name: 'GD20261121000007' }).getAttribute('href')).toBe(
    paths.orders.href({ order: '7' }),
  )
  expect((await rowOf('未编号')).textContent).toContain('草稿')
})

test('how far it is ticked shows before the permit and while it is switched; a stamp where it says more', async () => {
  const operating = { ...ticket, state: 'operating' as const, ticked: 6, lines: 10 }
  const ended = {
    ...ticket,
    id: '3',
    ticketNo: 'GZP-3',
    state: 'closed' as const,
    stateLabel: '已终结',
    stamp: 'executed' as const,
  }
  const spoilt = {
    ...ended,
    id: '4',
    ticketNo: 'GZP-4',
    state: 'void' as const,
    stateLabel: '作废',
    stamp: 'void' as const,
  }
  show('/', { answers: { [calls.page.path]: { pageList: [operating, ended, spoilt], rowCount: 3 } } })
  expect((await rowOf('GZP-1121-06')).textContent).toContain('执行中 6/10')
  expect((await rowOf('GZP-3')).textContent).toMatch(/已终结.*已执行/)
  expect((await rowOf('GZP-4')).textContent!.match(/作废/g)).toHaveLength(1)
})

test('the filters of the address are asked for, and counted by the stations alone', async () => {
  const sent = show(
    '/?kind=first&state=working&keyword=箱变&psId=77&createTime=2026-11-01&createTime=2026-11-21',
  )
  await rowOf('GZP-1121-06')
  expect(sent.find(({ path }) => path === calls.page.path)!.input).toMatchObject({
    kind: 'first',
    state: 'working',
    keyword: '箱变',
    psIds: '77',
    createTimeBegin: '2026-11-01 00:00:00',
    createTimeEnd: '2026-11-21 23:59:59',
  })
  const counted = sent.find(({ path }) => path === calls.counts.path)!.input
  expect(JSON.parse(JSON.stringify(counted))).toEqual({ psIds: '77' })
})

test('the counts are quick filters; pressed again they are taken off', async () => {
  const sent = show('/', { grants: ['ticket:export'] })
  await rowOf('GZP-1121-06')
  const views = within(screen.getByRole('group', { name: '视图' }))
  expect(views.getByText('超期').textContent).toBe('超期 1')
  expect(views.getByRole('link', { name: '挂着的接地线' }).parentElement!.textContent).toBe('挂着的接地线 5')
  const todo = await views.findByRole('button', { name: /^待我办理 ?2$/ })
  await userEvent.click(todo)
  const asked = () => sent.findLast(({ path }) => path === calls.page.path)!.input
  await waitFor(() => expect(asked()).toMatchObject({ only: 'todo' }))
  expect(search()).toBe('?only=todo')
  await userEvent.click(screen.getByRole('button', { name: '导出' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: /导出/ }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === exportCalls.add.path)?.input).toMatchObject({
      kind: 'tickets',
      query: { only: 'todo' },
      conditions: '待我办理',
    }),
  )
  await userEvent.click(todo)
  await waitFor(() => expect(search()).toBe(''))
})

test('a draft is edited, and removed after a question; what has a number is not removed', async () => {
  const numbered = { ...draft, id: '3', ticketNo: 'GZP-3' }
  const sent = show('/', {
    grants: ['ticket:create'],
    answers: {
      [calls.page.path]: { pageList: [ticket, draft, numbered], rowCount: 3 },
      [calls.detail.path]: draftDetail,
      [calls.remove.path]: {},
    },
  })
  const menu = async (number: string) => {
    await userEvent.click(within(await rowOf(number)).getByRole('button', { name: /操作|更多|…/ }))
    return screen.findAllByRole('menuitem')
  }
  expect(within(await rowOf('GZP-1121-06')).queryByRole('button', { name: /操作|更多|…/ })).toBeNull()
  const refused = (await menu('GZP-3')).find(({ textContent }) => textContent?.startsWith('删除'))!
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await userEvent.click((await menu('未编号')).find(({ textContent }) => textContent?.startsWith('删除'))!)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === calls.remove.path)?.input).toEqual({ id: '2', version: 1 }),
  )
  await userEvent.click((await menu('未编号')).find(({ textContent }) => textContent === '编辑')!)
  expect(await screen.findByDisplayValue('直流屏校验')).toBeTruthy()
})

test('a ticket takes the place of the list, which comes back with its filters', async () => {
  show('/?keyword=箱变')
  await userEvent.click(await screen.findByText('7号箱变高压侧熔断器更换'))
  const sheet = await screen.findByRole('button', { name: '票 1' })
  expect(screen.queryByRole('heading', { name: '两票管理' })).toBeNull()
  await userEvent.click(sheet)
  await rowOf('GZP-1121-06')
  expect(new URLSearchParams(search()!).get('keyword')).toBe('箱变')
  expect(search()).not.toContain('ticket=')
})

test('a link of an order opens the form for it; after saving the ticket shows', async () => {
  const sent = show('/?act=add&order=7', {
    grants: ['ticket:create'],
    answers: { [calls.add.path]: { ...draftDetail, id: '9' } },
  })
  const form = within(await screen.findByRole('dialog', { name: '开票' }))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: '工作任务' }).value).toBe('风扇异响')
  expect(search()).toBe('')
  await userEvent.click(form.getByRole('button', { name: '保存草稿' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === calls.add.path)?.input).toMatchObject({
      kind: 'operation',
      psId: '12',
      orderIds: ['7'],
      planStartTime: '2019-11-01 08:00:00',
    }),
  )
  expect(await screen.findByRole('button', { name: '票 9' })).toBeTruthy()
  expect(search()).toBe('?ticket=9')
})

test('without the permission nothing is opened, edited or removed', async () => {
  show('/?act=add&order=7')
  const row = await rowOf('未编号')
  expect(screen.queryByRole('button', { name: '开票' })).toBeNull()
  expect(within(row).queryByRole('button', { name: /操作|更多|…/ })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an address edits the ticket that it shows', async () => {
  show('/?ticket=2&act=edit', {
    grants: ['ticket:create'],
    answers: { [calls.detail.path]: draftDetail },
  })
  expect(await screen.findByRole('dialog', { name: '修改两票' })).toBeTruthy()
  expect(await screen.findByDisplayValue('不停电')).toBeTruthy()
  expect(search()).toBe('?ticket=2')
})

test('on a phone each ticket is a card', async () => {
  show('/', { width: 390 })
  const card = (await screen.findAllByRole('article'))[0]!
  for (const text of [
    '执行中',
    '超期',
    '第一种工作票 GZP-1121-06',
    '7号箱变高压侧熔断器更换',
    '共和恒昌一期',
    '负责人 李志强 · 等待 李志强',
    '2026-11-21 18:00',
    'GD20261121000007',
  ])
    expect(card.textContent).toContain(text)
})

test('without tickets it says what they are for', async () => {
  show('/', { answers: { [calls.page.path]: { pageList: [], rowCount: 0 } } })
  expect(await screen.findByText('还没有两票')).toBeTruthy()
})

test('a failure is told', async () => {
  show('/', { answers: { [calls.page.path]: refusal('系统异常', 500) } })
  expect(await screen.findByText('两票没有取到')).toBeTruthy()
})
