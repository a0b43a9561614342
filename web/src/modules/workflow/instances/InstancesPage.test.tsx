import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { processRuntimeCalls as calls } from '@heliodesk/contract/process-runtime.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { InstancesPage } from './InstancesPage.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const PROBLEM = '服务“通知业主”试了 5 次后放弃：对方系统没有回应'
const running = (id: string, more: object = {}) => ({
  id,
  title: `年假 ${id}`,
  businessTitle: '请假',
  processName: '请假',
  key: 'leave',
  version: 1,
  step: '部门负责人审批',
  starter: '李明',
  startTime: '2026-11-20 08:00:00',
  dueTime: null,
  isOverdue: false,
  problems: [],
  ...more,
})
const version = {
  definitionId: '7',
  key: 'leave',
  name: '请假',
  version: 1,
  active: true,
  running: 2,
  stuck: 1,
}
const place = { node: 'review', name: '部门负责人审批' }
const preview = {
  total: 2,
  able: 1,
  refused: [{ processInstanceId: '12', title: '年假 12', reasons: ['“公司审批”在新版本中不存在'] }],
  unmatched: [{ node: 'approval', name: '公司审批', kind: '人工环节' }],
  targets: [
    { node: 'start', name: 'start', kind: '开始' },
    { node: 'boss', name: '总经理审批', kind: '人工环节' },
  ],
}
const answers = {
  [calls.versions.path]: [version],
  [calls.page.path]: { pageList: [running('12', { problems: [PROBLEM] }), running('11')], rowCount: 2 },
  [approvalCalls.detail.path]: {
    processInstanceId: '12',
    businessType: 'oa',
    businessTitle: '请假',
    businessId: '1',
    title: '年假 12',
    processName: '请假',
    version: 1,
    status: 'running',
    starter: '李明',
    startTime: '2026-11-20 08:00:00',
    endTime: null,
    steps: [],
    returnTargets: [],
    canWithdraw: false,
    canVoid: true,
  },
  [calls.problems.path]: {
    tasks: [
      {
        taskId: 4,
        token: 2,
        name: '公司审批',
        people: ['王宁'],
        since: '2026-11-20 09:00:00',
        dueTime: '2026-11-22 09:00:00',
        isHeld: false,
        problem: '办理人已停用',
        returnTargets: [place],
      },
    ],
    incidents: [
      {
        token: 3,
        node: 'serve',
        name: '通知业主',
        kind: 'service',
        reason: '对方系统没有回应',
        attempts: 5,
        time: '2026-11-20 10:00:00',
        returnTargets: [],
      },
    ],
  },
  [workflowCalls.definitions.path]: [
    {
      key: 'leave',
      name: '请假',
      current: 2,
      versions: [
        { id: '8', version: 2, active: true, deployedBy: '系统', deployTime: '2026-11-20 08:00:00' },
        { id: '7', version: 1, active: true, deployedBy: '系统', deployTime: '2026-11-19 08:00:00' },
      ],
    },
  ],
  [calls.previewMigration.path]: preview,
  [calls.migrate.path]: { migrationId: '5', total: 2 },
  [calls.migration.path]: {
    total: 2,
    waiting: 0,
    done: 1,
    refused: 1,
    rows: [
      { processInstanceId: '12', title: '年假 12', state: 'refused', reason: '“公司审批”在新版本中不存在' },
    ],
  },
  [calls.retry.path]: {},
  [calls.reassign.path]: {},
  [calls.check.path]: { found: 0 },
}

function show(address = '/?view=instances', given: object = {}) {
  const sent = answering({ ...answers, ...given })
  showPage(<InstancesPage />, address)
  return (path: string) => sent.findLast((each) => each.path === path)?.input
}

test('running instances show their state and reason, and are narrowed by version', async () => {
  const sent = show()
  const row = await screen.findByRole('row', { name: /年假 12/ })
  expect(row.textContent).toContain('卡住')
  expect(row.textContent).toContain(PROBLEM)
  await userEvent.click(screen.getByRole('button', { name: /请假 第 1 版.*卡住 1/ }))
  expect(sent(calls.page.path)).toMatchObject({ definitionId: '7' })
  expect(screen.getByRole('button', { name: '整版换版' }).getAttribute('aria-disabled')).toBeNull()
})

test('what is wrong in an instance has its ways out, each with a reason', async () => {
  const sent = show('/?view=instances&instance=12')
  const service = await screen.findByRole('article', { name: '通知业主' })
  expect(service.textContent).toContain('试了 5 次后放弃：对方系统没有回应')
  expect(within(service).getByRole('button', { name: '退回' }).getAttribute('aria-description')).toBe(
    '前面没有可退回的环节',
  )
  expect(screen.getByRole('article', { name: '公司审批' }).textContent).toContain('办理人已停用')
  await userEvent.click(within(service).getByRole('button', { name: '重试' }))
  const text = await screen.findByText('重试服务“通知业主”')
  const dialog = text.closest<HTMLElement>('[role="dialog"]')!
  await userEvent.type(within(dialog).getByLabelText('原因'), '对方已恢复')
  await userEvent.click(within(dialog).getByRole('button', { name: '重试' }))
  await vi.waitFor(() =>
    expect(sent(calls.retry.path)).toEqual({
      processInstanceId: '12',
      branch: 3,
      node: 'serve',
      auditOpinion: '对方已恢复',
    }),
  )
})

test('a version is migrated with its refusals shown before and after', async () => {
  const sent = show('/?view=instances&definition=7')
  await screen.findByRole('row', { name: /年假 12/ })
  await userEvent.click(screen.getByRole('button', { name: '整版换版' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('1 个能换版')).toBeTruthy()
  expect(within(dialog).getByText('“公司审批”在新版本中不存在')).toBeTruthy()
  expect(within(dialog).getByLabelText('公司审批（人工环节）')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('原因'), '新制度')
  await userEvent.click(within(dialog).getByRole('button', { name: '换版 1 个' }))
  expect(await screen.findByText(/共 2 个，成功 1 个/)).toBeTruthy()
  expect(screen.getByText('，1 个没有换版')).toBeTruthy()
  expect(sent(calls.migrate.path)).toEqual({ fromId: '7', toId: '8', mapping: [], auditOpinion: '新制度' })
})

test('nothing that runs is told', async () => {
  show('/?view=instances', {
    [calls.versions.path]: [],
    [calls.page.path]: { pageList: [], rowCount: 0 },
  })
  expect(await screen.findByText('没有进行中的流程')).toBeTruthy()
})

test('a list that cannot be read is told', async () => {
  show('/?view=instances', { [calls.page.path]: refusal('系统繁忙') })
  expect(await screen.findByText(/系统繁忙/)).toBeTruthy()
})
