import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ticketReviewCalls as calls } from '@heliodesk/contract/ticket-reviews.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { judged, nothing, summary, ticket } from './reviews.fixture.ts'
import { TicketReviewsPage } from './TicketReviewsPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => useSession.setState({ token: 'T', user }))

const MONTH = '/?month=2026-11'

function show(
  answers: Record<string, unknown> = {},
  { address = MONTH, buttons = ['ticketReview:list', 'ticketReview:edit'] } = {},
) {
  useGrants.setState({ pages: [paths.tickets.path], buttons, notInForce: [] })
  const sent = answering({
    [calls.summary.path]: summary,
    [calls.page.path]: { pageList: [ticket, judged], rowCount: 2 },
    [calls.detail.path]: ({ id }: { id: string }) => (id === judged.id ? judged : ticket),
    [calls.history.path]: [],
    [departmentCalls.tree.path]: [],
    ...answers,
  })
  showPage(<TicketReviewsPage />, address, 1440)
  return sent
}

const cell = (name: string) => within(screen.getByText(name, { selector: 'dt' }).parentElement!)

test('both rates stand apart, one of them as long as tickets are not judged as provisional', async () => {
  show()
  await screen.findByText('118 / 120')
  expect(screen.getByText('工作票合格率', { selector: 'dt' }).nextSibling?.textContent).toBe(
    '98.33 %118 / 120',
  )
  expect(screen.getAllByText('暂定')).toHaveLength(1)
  expect(screen.getByText('1 / 2，已评部分 100.00 %')).toBeTruthy()
  expect(cell('已执行').getByText('未执行 1，作废 2')).toBeTruthy()
  expect(cell('不合格').getByText('多为漏写双重名称')).toBeTruthy()
  expect(cell('未评价').getByText('抽查 4 张，待评 1')).toBeTruthy()
})

test('the list shows what the checks find; a figure narrows it', async () => {
  const sent = show()
  const row = within(await screen.findByRole('row', { name: /GZP1-2611-05-001/ }))
  expect(row.getByText('陶远山没有签交底')).toBeTruthy()
  expect(row.getByText('等 2 项')).toBeTruthy()
  expect(row.getByText('抽查')).toBeTruthy()
  expect(screen.getByRole('row', { name: /CZP-2611-05-002/ }).textContent).toContain('术语不规范')
  await userEvent.click(screen.getByRole('button', { name: /列出不合格的票/ }))
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path === calls.page.path)?.input).toMatchObject({
      month: '2026-11',
      only: 'unqualified',
    }),
  )
})

test('a ticket with findings is judged by them', async () => {
  const sent = show(
    { [calls.save.path]: { ...ticket, review: { ...judged.review!, reasons: ['unsigned', 'untimely'] } } },
    { address: `${MONTH}&ticket=41` },
  )
  await userEvent.click(await screen.findByRole('button', { name: '评价' }))
  const form = within(await screen.findByRole('dialog', { name: '评价 GZP1-2611-05-001' }))
  expect(form.getByRole('list', { name: '自动检查' }).textContent).toContain('三种人漏签、代签')
  expect(form.queryByText('不合格原因')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: '按自动检查填写原因' }))
  expect(
    form.getByText('提前开工、逾期未终结', { selector: '.ant-select-selection-item-content' }),
  ).toBeTruthy()
  await userEvent.type(form.getByLabelText('说明'), '补签')
  await userEvent.click(form.getByRole('button', { name: '保存评价' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === calls.save.path)?.input).toMatchObject({
      id: '41',
      version: 0,
      verdict: 'unqualified',
      reasons: ['unsigned', 'untimely'],
      note: '补签',
    }),
  )
})

test('the drawer shows the judgement and every earlier one, and leads to the ticket', async () => {
  show(
    {
      [calls.history.path]: [
        {
          id: '2',
          at: '2026-11-25 09:00:00',
          actorName: '冯晓岚',
          verdict: 'unqualified',
          reasons: ['wording'],
          note: '',
        },
        { id: '1', at: '2026-11-24 09:00:00', actorName: '冯晓岚', verdict: null, reasons: [], note: '重看' },
      ],
    },
    { address: `${MONTH}&ticket=42` },
  )
  const history = within(await screen.findByRole('region', { name: '评价记录' }))
  expect(history.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    expect.stringContaining('评为不合格'),
    expect.stringContaining('撤销评价'),
  ])
  expect(screen.getByText('改用调度术语')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'CZP-2611-05-002' }).getAttribute('href')).toBe(
    '/operation/ticket?ticket=42',
  )
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: '重新评价' })).toBeTruthy()
  expect(screen.getByText('自动检查没有发现问题')).toBeTruthy()
})

test('nobody judges a ticket of their own', async () => {
  show(
    { [calls.detail.path]: { ...ticket, refusal: '不能评价本人参与办理的票' } },
    { address: `${MONTH}&ticket=41` },
  )
  const button = await screen.findByRole('button', { name: '评价' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
})

test('who only reads gets no button to judge or to draw', async () => {
  show({}, { address: `${MONTH}&ticket=41`, buttons: ['ticketReview:list'] })
  await screen.findByRole('heading', { level: 1, name: /GZP1-2611-05-001/ })
  expect(screen.queryByRole('button', { name: '评价' })).toBeNull()
  expect(screen.queryByRole('button', { name: '抽查' })).toBeNull()
})

test('a sample is drawn of the month', async () => {
  const sent = show({ [calls.draw.path]: { stations: 2, tickets: 5 } })
  await userEvent.click(await screen.findByRole('button', { name: '抽查' }))
  const dialog = within(await screen.findByRole('dialog'))
  const percent = dialog.getByLabelText('抽查比例')
  await userEvent.clear(percent)
  await userEvent.type(percent, '20')
  await userEvent.click(dialog.getByRole('button', { name: '抽取' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === calls.draw.path)?.input).toEqual({
      month: '2026-11',
      percent: 20,
    }),
  )
})

test.each([
  ['station', '各电站合格率', '曜阳白芨滩97.54 %12211921'],
  ['person', '各人员合格率', '李沐阳负责人、操作人33.33 %3120'],
])('the tab %s has a table of rates', async (tab, name, text) => {
  show({}, { address: `${MONTH}&tab=${tab}` })
  const table = within(await screen.findByRole('region', { name }))
  expect(table.getAllByRole('row')[1]?.textContent).toContain(text)
})

test('the reasons are ranked', async () => {
  show({}, { address: `${MONTH}&tab=reason` })
  const card = within(await screen.findByRole('region', { name: '不合格原因' }))
  const items = await card.findAllByRole('listitem')
  expect(items.map((each) => each.textContent)).toEqual(['漏写双重名称2 次', '术语不规范1 次'])
})

test('a month without tickets says what will stand where', async () => {
  show({ [calls.summary.path]: nothing, [calls.page.path]: { pageList: [], rowCount: 0 } })
  expect(await screen.findByText('这个月没有已执行的票')).toBeTruthy()
  expect(screen.getAllByText('没有已执行的票')).toHaveLength(2)
})

test('what cannot be read is said where it is missing', async () => {
  show({ [calls.summary.path]: refusal('系统异常', 500) }, { address: `${MONTH}&tab=station` })
  expect(await screen.findByText(/合格率没有取到/)).toBeTruthy()
  expect(await screen.findByText('按电站没有取到')).toBeTruthy()
})
