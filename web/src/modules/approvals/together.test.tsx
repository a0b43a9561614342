import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../lib/answering.fixture.ts'
import {
  answers,
  aSecond,
  box,
  chosen,
  dialog,
  isolateApprovals,
  pane,
  press,
  rowOf,
  show,
  step,
  withInstance,
} from './approvals-page.fixture.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolateApprovals()

test('the head says how much is urgent', async () => {
  show('/', {
    [approvalCalls.counts.path]: { ...answers[approvalCalls.counts.path], todo: 9, soon: 2, overdue: 1 },
  })
  expect(await screen.findByText('9 项待办，1 项已超期，2 项 2 小时内到期')).toBeTruthy()
})

test('several steps are agreed to at once; what is refused stays chosen, with the reason', async () => {
  const complete = ({ processInstanceId }: { processInstanceId: string }) =>
    processInstanceId === '2' ? refusal('没有可办理的人') : {}
  const { sentTo } = show('/', { [approvalCalls.complete.path]: complete })
  for (const title of ['年假 1', '年假 2', '年假 3']) await userEvent.click(await box(title))
  await userEvent.click(screen.getByRole('button', { name: '同意 3' }))
  expect(await screen.findByText('1 项未办成')).toBeTruthy()
  expect(screen.getByText('年假 2：没有可办理的人')).toBeTruthy()
  expect(sentTo(approvalCalls.complete).map(({ input }) => input)).toEqual(
    ['1', '2', '3'].map((processInstanceId) => ({
      processInstanceId,
      taskId: 1,
      outcome: 'approve',
      opinion: '',
    })),
  )
  expect((await box('年假 2')).checked).toBe(true)
  expect((await box('年假 1')).checked).toBe(false)
  expect(screen.getByText('没有可办理的人')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '收起未办成的原因' }))
  expect(screen.queryByText('1 项未办成')).toBeNull()
})

test.each([
  ['不同意…', '意见', '不同意', approvalCalls.complete, { outcome: 'reject', opinion: '人手不够' }],
  ['退回…', '退回意见', '退回', approvalCalls.giveBack, { auditOpinion: '人手不够' }],
] as const)('several steps at once: %s needs a reason', async (action, label, verb, call, sent) => {
  const { sentTo } = show()
  await userEvent.click(await screen.findByRole('checkbox', { name: '选择本页' }))
  await userEvent.click(screen.getByRole('button', { name: action }))
  const question = await dialog()
  await userEvent.click(question.getByRole('button', { name: verb }))
  expect(sentTo(call)).toEqual([])
  await userEvent.type(question.getByLabelText(label), '人手不够')
  await aSecond()
  await userEvent.click(question.getByRole('button', { name: verb }))
  await vi.waitFor(() => expect(sentTo(call)).toHaveLength(3))
  expect(sentTo(call)[0]!.input).toEqual({ processInstanceId: '1', taskId: 1, ...sent })
  await vi.waitFor(() => expect(screen.queryByRole('toolbar', { name: '批量操作' })).toBeNull())
})

test('several steps are handed to another person', async () => {
  const { sentTo } = show()
  await userEvent.click(await box('年假 2'))
  await userEvent.click(screen.getByRole('button', { name: '转办…' }))
  const question = await dialog()
  await userEvent.click(question.getByRole('combobox', { name: '转办给' }))
  await userEvent.click(await screen.findByTitle('周砚秋'))
  await userEvent.click(question.getByRole('button', { name: '转办' }))
  await vi.waitFor(() =>
    expect(sentTo(approvalCalls.transfer).map(({ input }) => input)).toEqual([
      { processInstanceId: '2', taskId: 1, personId: '8' },
    ]),
  )
})

test('what a step forbids is not offered, nor for several of which one forbids it', async () => {
  const denied = ['giveBack', 'transfer']
  const row = (id: string, more: object) => rowOf(id, more)
  const pageList = [row('1', { denied }), row('2', { denied: ['transfer'] })]
  const returnTargets = [{ node: 'review', name: '部门负责人审批' }]
  show('/', {
    ...withInstance({ steps: [{ ...step, denied: ['transfer'] }], returnTargets }),
    [approvalCalls.page.path]: { pageList, rowCount: 2 },
  })
  expect(await screen.findByRole('button', { name: '加签' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '转办' })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: '选择本页' }))
  expect(screen.queryByRole('button', { name: '转办…' })).toBeNull()
  const giveBack = screen.getByRole('button', { name: '退回…' })
  expect(giveBack.getAttribute('aria-disabled')).toBe('true')
})

test('a step that has a form is decided by itself, and says so', async () => {
  show('/', {
    [approvalCalls.page.path]: {
      pageList: [rowOf('1', { alone: '需修改申请后重新提交' }), rowOf('2')],
      rowCount: 2,
    },
  })
  expect((await box('年假 1')).disabled).toBe(true)
  expect((await box('年假 1')).title).toBe('须单独办理：需修改申请后重新提交')
  expect(screen.getByText('1 项需填表，须单独办理')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: '选择本页' }))
  expect(screen.getByRole('button', { name: '同意 1' })).toBeTruthy()
})

test('the address keeps the filters and the order', async () => {
  const { last } = show('/?types=leave&due=soon&order=latest&starterId=8')
  await screen.findByRole('link', { name: /年假 1/ })
  expect(last(approvalCalls.page)).toMatchObject({
    types: ['leave'],
    due: 'soon',
    order: 'latest',
    starterId: '8',
  })
  await userEvent.click(screen.getByRole('button', { name: '按到达' }))
  await vi.waitFor(() => expect(last(approvalCalls.page)).toMatchObject({ order: 'due' }))
})

test.each([
  ['催办', { canUrge: true }, '说明', '催办', approvalCalls.urge, { opinion: '车票要过期' }],
  ['评论', {}, '评论', '评论', approvalCalls.comment, { comment: '车票要过期', files: [] }],
] as const)('%s is written beside the process', async (action, more, label, verb, call, sent) => {
  const { last } = show('/', withInstance(more))
  await press(action)
  const question = await dialog()
  await userEvent.type(question.getByLabelText(label), '车票要过期')
  await userEvent.click(question.getByRole('button', { name: verb }))
  await vi.waitFor(() => expect(last(call)).toEqual({ processInstanceId: '1', ...sent }))
})

test('a process is copied to colleagues, and says who has read it', async () => {
  const copies = [{ person: '李慧', readTime: null }]
  const { last } = show('/', withInstance({ canCopy: true, copies }))
  await press('抄送')
  const question = await dialog()
  expect(question.getByText(/已抄送：李慧（未读）/)).toBeTruthy()
  await userEvent.click(question.getByRole('combobox', { name: '抄送给' }))
  await userEvent.click(await screen.findByTitle('周砚秋'))
  await userEvent.tab()
  await userEvent.click(question.getByRole('button', { name: '抄送' }))
  await vi.waitFor(() =>
    expect(last(approvalCalls.copyTo)).toEqual({ processInstanceId: '1', personIds: ['8'] }),
  )
})

test('a copy that is opened has been read', async () => {
  const { sentTo } = show('/?box=copied', withInstance({ isUnread: true, steps: [] }))
  expect(await screen.findByRole('button', { name: '抄送我的 1/4' })).toBeTruthy()
  await vi.waitFor(() => expect(sentTo(approvalCalls.markRead)).toHaveLength(1))
})

test('the list tells what was urged, not read, or is done for somebody else', async () => {
  show('/?box=delegated', {
    [approvalCalls.page.path]: {
      pageList: [rowOf('1', { urged: 2, isUnread: true, behalf: '张三' })],
      rowCount: 1,
    },
    ...withInstance({ steps: [{ ...step, behalf: ['张三'], urged: 2 }] }),
  })
  expect(await screen.findByText('催办 2')).toBeTruthy()
  expect(screen.getByRole('img', { name: '未读' })).toBeTruthy()
  expect(screen.getByText(/代张三办理/, { selector: 'a *' })).toBeTruthy()
  expect(await screen.findByText('代张三办理', { selector: '.tag' })).toBeTruthy()
})

test('a phrase is inserted by one press, and the own ones are edited', async () => {
  const { last } = show()
  await press('常用意见')
  await userEvent.click(await screen.findByRole('menuitem', { name: '已阅' }))
  const opinion = () => pane().getByLabelText<HTMLTextAreaElement>('意见').value
  expect(opinion()).toBe('已阅')
  await press('常用意见')
  await userEvent.click(await screen.findByRole('menuitem', { name: '同意' }))
  expect(opinion()).toBe('已阅，同意')
  await press('常用意见')
  await userEvent.click(await screen.findByRole('menuitem', { name: '管理常用意见…' }))
  const question = await dialog()
  await userEvent.click(question.getByRole('button', { name: '添加常用意见' }))
  await userEvent.type(question.getByLabelText('第 2 条常用意见'), '请尽快')
  await userEvent.click(question.getByRole('button', { name: '第 2 条上移' }))
  await userEvent.click(question.getByRole('button', { name: '保存' }))
  await vi.waitFor(() => expect(last(approvalCalls.setPhrases)).toEqual({ phrases: ['请尽快', '已阅'] }))
})

test('J and K go through the list, and Ctrl+Enter agrees', async () => {
  const { last } = show()
  await screen.findByText('探亲')
  await userEvent.keyboard('j')
  await vi.waitFor(() => expect(chosen()).toContain('年假 2'))
  await userEvent.keyboard('k')
  await vi.waitFor(() => expect(chosen()).toContain('年假 1'))
  await userEvent.type(await pane().findByLabelText('意见'), 'jk{Control>}{Enter}{/Control}')
  await vi.waitFor(() =>
    expect(last(approvalCalls.complete)).toMatchObject({
      processInstanceId: '1',
      outcome: 'approve',
      opinion: 'jk',
    }),
  )
})

test('a colleague stands in for some time; either ends it', async () => {
  const given = {
    id: '5',
    isOwn: true,
    from: '孙立诚',
    to: '周砚秋',
    startTime: '2026-11-20 08:00:00',
    endTime: '2026-11-28 18:00:00',
    types: ['leave'],
    reason: '出差',
    state: 'running',
    endedBy: '',
    endedTime: null,
  }
  const { last } = show('/', { [delegationCalls.list.path]: [given] })
  await screen.findByText('探亲')
  await userEvent.click(screen.getByRole('button', { name: '委托设置' }))
  expect(await screen.findByText('委托给 周砚秋')).toBeTruthy()
  expect(screen.getByText(/至 .* · 请假$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '结束委托' }))
  const question = within(
    (await screen.findByText('结束这个委托？', {}, { timeout: 10_000 })).closest<HTMLElement>(
      '[role=dialog]',
    )!,
  )
  await userEvent.click(question.getByRole('button', { name: '结束委托' }))
  await vi.waitFor(() => expect(last(delegationCalls.end)).toEqual({ id: '5' }))
})
