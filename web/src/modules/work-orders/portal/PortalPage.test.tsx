import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { workPortalCalls } from '@heliodesk/contract/work-portal.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { PortalPage } from './PortalPage.tsx'
import { queue, ranking, statistics } from './portal.fixture.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => useSession.setState({ token: 'T', user }))

const pages = ['/taskCenter', '/orderHall']

function show(answers: Record<string, unknown> = {}, { address = '/', width = 1440, may = pages } = {}) {
  useGrants.setState({ pages: may, buttons: ['order:create', 'order:assign', 'order:check'], notInForce: [] })
  const sent = answering({
    [workPortalCalls.statistics.path]: statistics,
    [workPortalCalls.queue.path]: queue,
    [workPortalCalls.ranking.path]: ranking,
    [approvalCalls.counts.path]: { todo: 3, soon: 1 },
    [workOrderCalls.detail.path]: ({ id }: { id: string }) => ({
      ...fullOrder,
      id,
      flowSts: 1,
      otherSts: 1,
      liableUserId: null,
      liablePerson: null,
    }),
    [workOrderCalls.history.path]: [],
    ...answers,
  })
  showPage(<PortalPage />, address, width)
  return sent
}

const cell = (name: string) => screen.findByRole('link', { name })

test('each count leads to the list that it counts', async () => {
  show()
  const to = async (name: string) => (await cell(name)).getAttribute('href')
  expect(await to('我负责的 8 单')).toBe('/taskCenter?view=mine')
  expect(await to('超时 2 单')).toBe('/taskCenter?view=overdue')
  expect(await to('待我验收 4 单')).toBe('/taskCenter?view=3')
  expect(await to('待我指派 9 单')).toBe('/taskCenter?view=1')
  expect(await to('流程待办 3 项')).toBe('/personal')
  expect(screen.getByText('最早 11-23 16:20 提交')).toBeTruthy()
  expect(screen.queryByText('可接单')).toBeNull()
  expect(screen.getByText('还可排 26.5 h')).toBeTruthy()
})

test('whoever executes has no cells of those who direct, and what can be taken instead', async () => {
  show({
    [workPortalCalls.statistics.path]: {
      ...statistics,
      toCheck: null,
      toAssign: null,
      toClaim: { orders: 5, lossPower: 0 },
      overdue: { orders: 0, longestHours: null, inScope: false },
    },
  })
  expect((await cell('可接单 5 单')).getAttribute('href')).toBe('/orderHall')
  expect((await cell('超时 0 单')).getAttribute('href')).toBe('/taskCenter?view=mine&sort=overHours.desc')
  expect(screen.queryByText('待我验收')).toBeNull()
})

test('the list says why, has one filled button, and its rules are in the open', async () => {
  show()
  const rows = await within(await screen.findByRole('list', { name: '待办' })).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/第 1 项.*损失最大.*1,520\.0.*18:00/),
    expect.stringMatching(/跟进.*超时 5\.5 h/),
    expect.stringMatching(/抢修 · GD3.*剩 1\.9 时/),
  ])
  expect(document.querySelectorAll('button.pri')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '排序规则' }))
  const rules = await screen.findByRole('dialog', { name: '排序规则' })
  expect(rules.textContent).toContain('先做每小时损失电量多的')
})

test('J and K go through the list, and Enter starts the step in a dialog', async () => {
  show()
  await screen.findByText('第 1 项')
  await userEvent.keyboard('jjk')
  expect(screen.getByRole('link', { current: true }).textContent).toBe('第 1 项')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: /指派/ })).toBeTruthy()
})

test('the team has its own counts and list', async () => {
  const sent = show()
  await screen.findByText('第 1 项')
  await userEvent.click(screen.getByRole('button', { name: '班组' }))
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path === workPortalCalls.queue.path)?.input).toEqual({
      team: true,
    }),
  )
  expect(await screen.findByText('班组在办')).toBeTruthy()
  expect(screen.queryByText('流程待办')).toBeNull()
})

test('the ranking gives the share, and nothing where nothing was due', async () => {
  show()
  const table = await within(await screen.findByRole('region', { name: '班组排行' })).findByRole('table')
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
  expect(cells).toEqual([
    ['1', '周砚秋', '18', '100 %', '126.0'],
    ['2', '吴承泽', '2', '--', '4.5'],
  ])
})

test('with nothing to do the hall is offered, to whom it is open', async () => {
  show({ [workPortalCalls.queue.path]: { total: 0, rows: [] } })
  expect(await screen.findByText('今天没有待办')).toBeTruthy()
  expect(screen.getByRole('link', { name: '去接单大厅' })).toBeTruthy()
})

test('without the hall nothing leads there', async () => {
  show({ [workPortalCalls.queue.path]: { total: 0, rows: [] } }, { may: [] })
  expect(await screen.findByText('今天没有待办')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '去接单大厅' })).toBeNull()
})

test('what cannot be read is said where it is missing', async () => {
  show({
    [workPortalCalls.statistics.path]: refusal('系统异常', 500),
    [workPortalCalls.queue.path]: refusal('系统异常', 500),
    [workPortalCalls.ranking.path]: refusal('系统异常', 500),
  })
  for (const text of [/统计没有取到/, '待办没有取到', '排行没有取到'])
    expect(await screen.findByText(text)).toBeTruthy()
  // Nothing is on its way any more.
  await new Promise((done) => setTimeout(done, 200))
  expect(document.querySelector('.sk')).toBeNull()
})

test('on a phone the day is a list', async () => {
  show({}, { width: 390 })
  const day = within(await screen.findByRole('region', { name: '今天' }))
  expect(day.getByText('计划截止：18:00 的工单')).toBeTruthy()
  expect(day.queryByRole('img', { name: /日出/ })).toBeNull()
})
