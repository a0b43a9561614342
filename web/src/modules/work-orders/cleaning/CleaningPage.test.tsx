import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { benefit } from './benefit.fixture.ts'
import { CleaningPage } from './CleaningPage.tsx'
import type { Round } from './round.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const round: Round = {
  ...fullOrder,
  id: '1',
  workCode: 'GD1',
  taskType: 1,
  taskDescription: 'B 区清洗第 2 轮',
  liableUserId: user.id,
  stationKwp: 45_000,
  plannedKwp: 45_000,
  coveredKwp: 27_900,
  percent: 62,
  zones: 12,
  zonesDone: 7,
  methods: ['净源环境'],
  cost: 27_900,
  water: 630,
  broken: 0,
  firstDay: '2030-01-01',
  cleanedOn: '2030-01-02',
  srBefore: 0.959,
  srAfter: 0.994,
  benefit,
}
const accepted: Round = {
  ...round,
  id: '2',
  workCode: 'GD2',
  flowSts: 4,
  otherSts: 5,
  benefit: {
    estimate: benefit.estimate,
    accepted: {
      ...benefit.estimate,
      outcome: { ...benefit.estimate.outcome, profit: -1200, breakEvenDays: 40 },
      breakEvenDay: null,
      rain: { day: '2030-01-12', mm: 14 },
      acceptedTime: '2030-01-03 09:00:00',
      checkerName: '孙立诚',
    },
  },
}
const empty: Round = {
  ...round,
  id: '3',
  workCode: 'GD3',
  zones: 0,
  zonesDone: 0,
  flowSts: 3,
  liableUserId: '99',
  benefit: null,
}
const rounds = [round, accepted, empty]

function show(address = '/', { width = 1900, grants = [] as string[], answers = {} } = {}) {
  localStorage.clear()
  useSession.setState({ token: 'T', user })
  useGrants.setState({ pages: [], buttons: grants, notInForce: [] })
  const sent = answering({
    [cleaningCalls.page.path]: { pageList: rounds, rowCount: 3 },
    [cleaningCalls.count.path]: { byStatus: { 1: 0, 2: 1, 3: 1, 4: 1, 5: 0 } },
    [workOrderCalls.detail.path]: { ...fullOrder, id: '1' },
    [workOrderCalls.history.path]: [],
    ...answers,
  })
  showPage(<CleaningPage />, address, width)
  return sent
}
const rowOf = async (code: string) => (await screen.findByText(code)).closest('[role="row"], tr')!

test('a round stands with what it covers, costs and brings; what was accepted counts before the estimate', async () => {
  show()
  const open = (await rowOf('GD1')).textContent
  for (const text of ['27.9 / 45 MW', '27,900', '630.0', '95.9 → 99.4 %', '估算24,394', '2030/01/27'])
    expect(open).toContain(text)
  const kept = (await rowOf('GD2')).textContent
  for (const text of ['核定-1,200', '未回本']) expect(kept).toContain(text)
  expect(screen.getByTitle('2030/01/12 降雨 14 mm，收益到此为止')).toBeTruthy()
  expect((await rowOf('GD3')).textContent).not.toContain('MW')
  expect(screen.getByText('2 单在办')).toBeTruthy()
  expect(screen.getByText(/本页费用 83,700 元，用水 1,890.0 t/)).toBeTruthy()
})

test('a state, a method and an order of the address are asked for', async () => {
  const sent = show('/?view=2&method=contract&sort=cost.asc')
  await rowOf('GD1')
  const input = sent.find(({ path }) => path === cleaningCalls.page.path)!.input
  expect(input).toMatchObject({ flowSts: [2], method: 'contract', orderField: 'cost', orderType: 'asc' })
  await waitFor(() => {
    const counted = sent.find(({ path }) => path === cleaningCalls.count.path)!.input
    expect(counted).toEqual({ method: 'contract' })
  })
  const chips = within(screen.getByRole('group', { name: '视图' }))
  await userEvent.click(chips.getByRole('button', { name: /在办/ }))
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path === cleaningCalls.page.path)!.input).toMatchObject({
      flowSts: [1, 2, 3],
    }),
  )
  expect(chips.queryByText('待我处理')).toBeNull()
})

test('an executor records zones, whoever dispatches copies, whoever checks accepts the cleaning', async () => {
  const sent = show('/', {
    grants: ['order:execute', 'order:assign', 'order:check'],
    answers: {
      [cleaningCalls.check.path]: benefit.estimate.outcome,
      [cleaningCalls.benefit.path]: benefit,
    },
  })
  const menu = async (code: string) => {
    const row = await rowOf(code)
    await userEvent.click(within(row as HTMLElement).getByRole('button', { name: /操作|更多|…/ }))
    return screen.findAllByRole('menuitem')
  }
  const titles = (await menu('GD1')).map(({ textContent }) => textContent)
  expect(titles.slice(0, 2)).toEqual(['登记区域', '复制计划'])
  await userEvent.keyboard('{Escape}')
  const accept = (await menu('GD3')).find(({ textContent }) => textContent === '验收清洗')!
  await userEvent.click(accept)
  await screen.findByText('验收清洗 GD3？')
  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText(/费用 100,000 元/)).toBeTruthy()
  await userEvent.type(within(dialog).getByRole('textbox', { name: '验收意见' }), '抽检 5 % 无泥斑')
  await userEvent.click(within(dialog).getByRole('button', { name: '验收通过' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === cleaningCalls.check.path)!.input).toMatchObject({
      orderId: '3',
      version: round.version,
      auditOpinion: '抽检 5 % 无泥斑',
    }),
  )
})

test('a new order of this page is one of cleaning', async () => {
  show('/', { grants: ['order:create'] })
  await userEvent.click(await screen.findByRole('button', { name: '新建清洗工单' }))
  const form = await screen.findByRole('dialog', { name: '新建工单' })
  expect(await within(form).findByText('采购方式')).toBeTruthy()
})

test('on a phone each round is a card', async () => {
  show('/', { width: 390 })
  const card = (await screen.findAllByRole('article'))[0]!
  expect(card.textContent).toContain('27.9 / 45 MW，7 / 12 区')
  expect(card.textContent).toContain('费用 27,900 元 · 收益 估算24,394 元')
  expect(card.textContent).toContain('回本 2030/01/27')
  const cards = await screen.findAllByRole('article')
  expect(cards[2]!.textContent).toContain('未登记区域')
})

test('without rounds it says what they are', async () => {
  show('/', { answers: { [cleaningCalls.page.path]: { pageList: [], rowCount: 0 } } })
  expect(await screen.findByText('还没有清洗工单')).toBeTruthy()
})

test('a failure is told', async () => {
  show('/', { answers: { [cleaningCalls.page.path]: refusal('系统异常', 500) } })
  expect(await screen.findByText('清洗工单没有取到')).toBeTruthy()
})

test('a cleaning with a zone that nobody measured is not accepted, and says why', async () => {
  const unmeasured = { ...benefit, estimate: { ...benefit.estimate, unmeasured: 2 } }
  const sent = show('/', {
    grants: ['order:check'],
    answers: { [cleaningCalls.benefit.path]: unmeasured },
  })
  const row = await rowOf('GD3')
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: '验收清洗' }))
  await screen.findByText('2 个区域没有清洗前后的 SR，不能验收清洗')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '验收通过' }))
  expect(sent.some(({ path }) => path === cleaningCalls.check.path)).toBe(false)
})
