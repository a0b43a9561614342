import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { ApprovalsPage } from './ApprovalsPage.tsx'

/** Removes the page and what it has read after each test. */
export function isolateApprovals(): void {
  isolatePages()
  Element.prototype.scrollIntoView = () => undefined
}

export const rowOf = (id: string, more = {}) => ({
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
  countersigns: [],
  denied: [],
  urged: 0,
  isUnread: false,
  behalf: '',
  ...more,
})
export const step = {
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
  countersign: null,
  denied: [],
}
export const instanceOf = (id: string, more = {}) => ({
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
export const form = { kind: 'annual', from: '2026-12-01', until: '2026-12-03', days: 3, remark: '探亲' }
export const list = (...ids: string[]) => ({ pageList: ids.map((id) => rowOf(id)), rowCount: ids.length })
export const answers = {
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

export function show(address = '/', more: Answers = {}, width?: number) {
  const sent = answering({ ...answers, ...more })
  const page = showPage(<ApprovalsPage />, address, width)
  const sentTo = (call: { path: string }) => sent.filter(({ path }) => path === call.path)
  return { ...page, sentTo, last: (call: { path: string }) => sentTo(call).at(-1)?.input }
}
export const withInstance = (more: object) => ({
  [approvalCalls.detail.path]: instanceOf('1', more),
})

export const pane = () => within(screen.getByRole('region', { name: '流程详情' }))
export const press = async (name: string) => {
  await screen.findByRole('region', { name: '流程详情' })
  await userEvent.click(await pane().findByRole('button', { name }))
}
/** A press within a second of the previous one would count as a repeat (spec 2 §4). */
export const aSecond = () => new Promise((resolve) => void setTimeout(resolve, 1000))
export const dialog = async () => within(await screen.findByRole('dialog'))
export const startForm = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: '发起流程' }))
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  return within(await screen.findByRole('dialog', { name }))
}
export const chosen = () => screen.getByRole('link', { current: true }).textContent

export const box = (title: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `选择 ${title}` })
