import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { ApprovalsPage } from './ApprovalsPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
Element.prototype.scrollIntoView = () => undefined

const rowOf = (id: string, more = {}) => ({
  processInstanceId: id,
  taskId: 1,
  businessType: 'leave',
  businessTitle: '请假',
  businessId: `9${id}`,
  title: `年假 ${id}`,
  step: '部门负责人审批',
  starter: '李沐阳',
  startTime: '2026-11-20 08:00:00',
  stepTime: '2026-11-20 08:00:00',
  dueTime: null,
  status: 'running',
  place: '宁夏运维中心',
  alone: null,
  urged: 0,
  isUnread: false,
  behalf: '',
  ...more,
})
const step = {
  taskId: 5,
  node: 'review',
  name: '部门负责人审批',
  people: ['孙立诚'],
  since: '2026-11-20 08:00:00',
  dueTime: null,
  isHeld: false,
  isMine: true,
  isOffered: false,
  behalf: [],
  urged: 0,
}
const instanceOf = (id: string, more = {}) => ({
  ...rowOf(id),
  processName: '请假',
  version: 1,
  endTime: null,
  steps: [step],
  returnTargets: [],
  canWithdraw: false,
  canVoid: false,
  externalForm: null,
  isForm: true,
  canUrge: false,
  canCopy: false,
  isUnread: false,
  copies: [],
  ...more,
})
const shared = { hint: '', when: '', required: true }
const definitions = {
  leave: {
    name: '请假',
    title: '{applicant}',
    fields: [
      {
        ...shared,
        kind: 'choice',
        key: 'kind',
        label: '请假类型',
        dictionary: '',
        options: [{ value: 'annual', label: '年假' }],
      },
      {
        ...shared,
        kind: 'dateRange',
        key: 'period',
        label: '请假时间',
        halfDays: true,
        from: { key: 'from', label: '开始日期' },
        until: { key: 'until', label: '结束日期' },
        days: { key: 'days', label: '请假天数' },
      },
      { ...shared, kind: 'longText', key: 'remark', label: '事由', max: 500 },
    ],
  },
  purchase: {
    name: '采购申请',
    title: '{subject}',
    fields: [
      { ...shared, kind: 'text', key: 'subject', label: '采购内容', max: 100 },
      { ...shared, kind: 'money', key: 'amount', label: '金额', min: 0.01 },
      { ...shared, kind: 'longText', key: 'remark', label: '事由', max: 500 },
    ],
  },
}
const startable = Object.entries(definitions).map(([key, definition]) => ({
  key,
  about: '',
  version: 3,
  definition,
}))
const form = { kind: 'annual', from: '2026-12-01', until: '2026-12-03', days: 3, remark: '探亲' }
const list = (...ids: string[]) => ({ pageList: ids.map((id) => rowOf(id)), rowCount: ids.length })
const answers = {
  [approvalCalls.counts.path]: {
    todo: 3,
    done: 2,
    started: 1,
    copied: 4,
    unread: 1,
    delegated: 0,
    soon: 2,
    overdue: 0,
  },
  [approvalCalls.types.path]: [{ value: 'leave', label: '请假' }],
  [approvalCalls.page.path]: list('1', '2', '3'),
  [approvalCalls.detail.path]: ({ processInstanceId }: { processInstanceId: string }) =>
    instanceOf(processInstanceId),
  [approvalCalls.activities.path]: [],
  [oaCalls.detail.path]: {
    kind: 'leave',
    number: 'QJ20261120-001',
    definition: definitions.leave,
    form,
    shown: {},
    files: {},
    applicant: '李沐阳',
    department: '宁夏运维中心',
  },
  [oaCalls.forms.path]: startable,
  [approvalCalls.colleagues.path]: [{ id: '8', realname: '周砚秋', departName: '宁夏运维中心' }],
  [approvalCalls.phrases.path]: { own: ['已阅'], company: ['同意'] },
  [delegationCalls.list.path]: [],
  [delegationCalls.add.path]: { id: '5' },
  [delegationCalls.end.path]: {},
  ...Object.fromEntries(
    [
      'complete',
      'claim',
      'giveBack',
      'transfer',
      'addSigner',
      'withdraw',
      'end',
      'comment',
      'copyTo',
      'markRead',
      'urge',
      'setPhrases',
    ].map((name) => [approvalCalls[name as 'complete'].path, {}]),
  ),
  [oaCalls.apply.path]: { id: '1', processInstanceId: '77', number: 'CG20261120-001' },
  [oaCalls.amend.path]: {},
}
type Answers = Record<string, unknown>

function show(address = '/', more: Answers = {}, width?: number) {
  const sent = answering({ ...answers, ...more })
  const page = showPage(<ApprovalsPage />, address, width)
  const sentTo = (call: { path: string }) => sent.filter(({ path }) => path === call.path)
  return { ...page, sentTo, last: (call: { path: string }) => sentTo(call).at(-1)?.input }
}
const withInstance = (more: object) => ({
  [approvalCalls.detail.path]: instanceOf('1', more),
})

const pane = () => within(screen.getByRole('region', { name: '流程详情' }))
const press = async (name: string) => {
  await screen.findByRole('region', { name: '流程详情' })
  await userEvent.click(await pane().findByRole('button', { name }))
}
/** A press within a second of the previous one would count as a repeat (spec 2 §4). */
const aSecond = () => new Promise((resolve) => void setTimeout(resolve, 1000))
const dialog = async () => within(await screen.findByRole('dialog'))
const startForm = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: '发起流程' }))
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  return within(await screen.findByRole('dialog', { name }))
}
const chosen = () => screen.getByRole('link', { current: true }).textContent

test('the first that waits is shown beside the list, with what was asked for', async () => {
  show()
  expect(await screen.findByRole('button', { name: '待办 3' })).toBeTruthy()
  expect(await screen.findByText('探亲')).toBeTruthy()
  expect(chosen()).toContain('年假 1')
  expect(pane().getByText('请假类型').nextSibling?.textContent).toBe('年假')
  expect(pane().getByText('孙立诚')).toBeTruthy()
})

test('an agreed step makes room for the next one', async () => {
  const { last } = show('/?instance=2')
  await press('同意')
  await vi.waitFor(() => expect(chosen()).toContain('年假 3'))
  expect(last(approvalCalls.complete)).toEqual({
    processInstanceId: '2',
    taskId: 5,
    outcome: 'approve',
    opinion: '',
    files: [],
  })
})

test('the last of the list is followed by the one before, or by none', async () => {
  show('/?instance=3')
  await press('同意')
  await vi.waitFor(() => expect(chosen()).toContain('年假 2'))
})

test('whoever disagrees says why, in the field', async () => {
  const { sentTo, last } = show()
  await press('不同意')
  expect((await pane().findByRole('alert')).textContent).toBe('不同意时请填写意见')
  expect(sentTo(approvalCalls.complete)).toEqual([])
  await userEvent.type(pane().getByLabelText('意见'), '人手不够')
  await aSecond()
  await press('不同意')
  await vi.waitFor(() =>
    expect(last(approvalCalls.complete)).toMatchObject({ outcome: 'reject', opinion: '人手不够' }),
  )
})

test('what the server refuses is told beside the step, which stays', async () => {
  show('/', { [approvalCalls.complete.path]: refusal('该事项已办理') })
  await press('同意')
  expect((await pane().findByRole('alert')).textContent).toContain('该事项已办理')
  expect(chosen()).toContain('年假 1')
})

test('a step is returned to one of those before, with a reason', async () => {
  const returnTargets = [
    { node: 'review', name: '部门负责人审批' },
    { node: 'amend', name: '申请人修改' },
  ]
  const { last } = show('/', withInstance({ returnTargets }))
  await press('退回')
  const question = await dialog()
  expect(question.getByText('部门负责人审批')).toBeTruthy()
  await userEvent.type(question.getByRole('textbox', { name: '退回意见' }), '天数再核对')
  await userEvent.click(question.getByRole('button', { name: '退回' }))
  await vi.waitFor(() =>
    expect(last(approvalCalls.giveBack)).toEqual({
      processInstanceId: '1',
      taskId: 5,
      node: 'review',
      auditOpinion: '天数再核对',
    }),
  )
})

test.each([
  ['转办', '转办给', approvalCalls.transfer, {}],
  ['加签', '加签人', approvalCalls.addSigner, { when: 'before' }],
])('%s needs another person', async (action, label, call, more) => {
  const { last, sentTo } = show()
  await press(action)
  const question = await dialog()
  await userEvent.click(question.getByRole('button', { name: action }))
  expect(await question.findByText(`请选择${label}`)).toBeTruthy()
  expect(sentTo(call)).toEqual([])
  await userEvent.click(question.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByTitle('周砚秋'))
  await aSecond()
  await userEvent.click(question.getByRole('button', { name: action }))
  await vi.waitFor(() =>
    expect(last(call)).toEqual({ processInstanceId: '1', taskId: 5, personId: '8', ...more }),
  )
})

test('a step that is offered to several is claimed, and stays', async () => {
  const { last } = show('/', withInstance({ steps: [{ ...step, isOffered: true }] }))
  await press('签收')
  await vi.waitFor(() => expect(last(approvalCalls.claim)).toEqual({ processInstanceId: '1', taskId: 5 }))
  expect(chosen()).toContain('年假 1')
})

test('who waits for another signature has nothing to decide', async () => {
  show('/', withInstance({ steps: [{ ...step, isHeld: true }] }))
  expect(await screen.findByText('等待加签')).toBeTruthy()
  expect(pane().queryByRole('button', { name: '同意' })).toBeNull()
})

test('a request that came back is changed and sent again', async () => {
  const { last } = show('/', withInstance({ steps: [{ ...step, node: 'amend', name: '申请人修改' }] }))
  await screen.findByText('探亲')
  expect(pane().queryByRole('button', { name: '同意' })).toBeNull()
  await press('修改并重新提交')
  const fields = await dialog()
  await userEvent.type(fields.getByLabelText('事由'), '，改期')
  await userEvent.click(fields.getByRole('button', { name: '重新提交' }))
  await vi.waitFor(() =>
    expect(last(oaCalls.amend)).toEqual({
      id: '91',
      taskId: 5,
      opinion: '',
      request: { kind: 'leave', form: { ...form, remark: '探亲，改期' } },
    }),
  )
})

test('the starter takes it back, or ends it with a reason', async () => {
  const { last } = show('/?box=started', withInstance({ canWithdraw: true, canVoid: true, steps: [] }))
  await press('撤回')
  await userEvent.click((await dialog()).getByRole('button', { name: '撤回' }))
  await vi.waitFor(() => expect(last(approvalCalls.withdraw)).toEqual({ processInstanceId: '1' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('作废')
  const question = await dialog()
  await userEvent.type(question.getByRole('textbox', { name: '作废原因' }), '买到了')
  await userEvent.click(question.getByRole('button', { name: '作废' }))
  await vi.waitFor(() =>
    expect(last(approvalCalls.end)).toEqual({ processInstanceId: '1', auditOpinion: '买到了' }),
  )
})

test('a request is filled in by its own form, and opened', async () => {
  const { last } = show()
  const fields = await startForm('采购申请')
  await userEvent.click(fields.getByRole('button', { name: '提交' }))
  expect(await fields.findByText('请填写采购内容')).toBeTruthy()
  await userEvent.type(fields.getByLabelText('采购内容'), '熔断器')
  await userEvent.type(fields.getByLabelText('金额'), '8600')
  await userEvent.type(fields.getByLabelText('事由'), '备用')
  await aSecond()
  await userEvent.click(fields.getByRole('button', { name: '提交' }))
  await vi.waitFor(() =>
    expect(last(oaCalls.apply)).toEqual({
      request: {
        kind: 'purchase',
        formVersion: 3,
        form: { subject: '熔断器', amount: 8600, remark: '备用' },
      },
    }),
  )
  await vi.waitFor(() => expect(last(approvalCalls.page)).toMatchObject({ box: 'started' }))
  expect(last(approvalCalls.detail)).toEqual({ processInstanceId: '77' })
})

test('the length of a leave is suggested from its dates, until another is typed', async () => {
  show()
  const fields = await startForm('请假')
  const days = () => fields.getByLabelText<HTMLInputElement>('请假天数').value
  const pick = (label: string, day: string) => userEvent.type(fields.getByLabelText(label), `${day}{Enter}`)
  await pick('开始日期', '2026-12-01')
  await pick('结束日期', '2026-12-03')
  await vi.waitFor(() => expect(days()).toBe('3'))
  await userEvent.clear(fields.getByLabelText('请假天数'))
  await userEvent.type(fields.getByLabelText('请假天数'), '2.5')
  await userEvent.clear(fields.getByLabelText('结束日期'))
  await pick('结束日期', '2026-12-04')
  expect(days()).toBe('2.5')
})

test.each([
  ['/', '没有待办'],
  ['/?box=done', '还没有办理过流程'],
  ['/?box=started', '还没有发起过流程'],
  ['/?box=copied', '没有抄送'],
  ['/?box=delegated', '没有委托给您的待办'],
])('%s without processes says %s', async (address, said) => {
  show(address, { [approvalCalls.page.path]: list(), [approvalCalls.counts.path]: refusal('稍后再试') })
  expect(await screen.findByText(said)).toBeTruthy()
})

test('what is searched for and not found is told, and the search cleared', async () => {
  const page = ({ keyword }: { keyword?: string }) => (keyword ? list() : list('1'))
  const { last } = show('/?page=2', { [approvalCalls.page.path]: page })
  await screen.findByRole('link', { name: /年假 1/ })
  await userEvent.type(screen.getByRole('searchbox', { name: '关键字' }), '电缆')
  expect(await screen.findByText('没有符合条件的流程')).toBeTruthy()
  expect(await screen.findByText('关键字 “电缆”')).toBeTruthy()
  expect(last(approvalCalls.page)).toMatchObject({ keyword: '电缆', curPage: 1 })
  await userEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  expect(await screen.findByRole('link', { name: /年假 1/ })).toBeTruthy()
})

test('a list that cannot be read is asked for again', async () => {
  let fails = true
  show('/', { [approvalCalls.page.path]: () => (fails ? refusal('服务繁忙', 500) : list('1')) })
  expect(await screen.findByText('流程没有取到')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('link', { name: /年假 1/ })).toBeTruthy()
})

test('a longer list has pages', async () => {
  const { last } = show('/', { [approvalCalls.page.path]: { ...list('1'), rowCount: 41 } })
  expect(await screen.findByText('共 41 条 · 1 / 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '下一页' }))
  await vi.waitFor(() => expect(last(approvalCalls.page)).toMatchObject({ curPage: 2, size: 20 }))
})

test('on a phone the list leads to one process and back', async () => {
  show('/', {}, 390)
  await userEvent.click(await screen.findByRole('link', { name: /年假 2/ }))
  expect(await screen.findByRole('heading', { level: 1, name: '年假 2' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: '发起流程' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '返回列表' }))
  expect(await screen.findByRole('link', { name: /年假 2/ })).toBeTruthy()
})

test('on a phone a process that cannot be shown can be left', async () => {
  show('/?instance=404', { [approvalCalls.detail.path]: refusal('数据不存在或无权查看') }, 390)
  expect(await screen.findByText('数据不存在或无权查看')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '返回列表' }))
  expect(await screen.findByRole('link', { name: /年假 2/ })).toBeTruthy()
})

test('the head says how much is urgent', async () => {
  show('/', {
    [approvalCalls.counts.path]: { ...answers[approvalCalls.counts.path], todo: 9, soon: 2, overdue: 1 },
  })
  expect(await screen.findByText('9 项待办，1 项已超期，2 项 2 小时内到期')).toBeTruthy()
})

const box = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `选择 ${title}` })

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
