import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useNotices } from '../../lib/notices.ts'
import { FlowChartDrawer } from './FlowChartDrawer.tsx'
import { definitionImage, instanceImage } from './images.fixture.ts'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
Element.prototype.scrollIntoView = () => undefined
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const activity = (color: string, content: string, message = '', seq: number | null = null) => ({
  color,
  content,
  message,
  timestamp: '2026-11-21 13:05:00',
  specialParameters: { node: '', person: '', kind: '', seq },
  files: [],
})
const moment = (content: string, seq: number, holder: string, marks: Record<string, string>) => ({
  ...activity('limegreen', content, '', seq),
  holders: [holder],
  changes: Object.entries(marks).map(([id, mark]) => ({ id, mark, lines: [holder] })),
})
const moments = [
  moment('提交 · 李沐阳', 0, '孙立诚', { s20: 'current' }),
  moment('部门负责人审批 · 孙立诚 · 同意', 8, '王海宁', { s20: 'done', s216: 'current' }),
  moment('公司审批 · 王海宁 · 退回', 12, '孙立诚', { s20: 'current', s216: 'back' }),
]
const answers = {
  [approvalCalls.activities.path]: [
    activity('', '公司审批 · 王海宁 · 待办理'),
    activity('red', '部门负责人审批 · 孙立诚 · 不同意', '人手不够', 8),
    activity('limegreen', '提交 · 李沐阳', '', 0),
  ],
  [approvalCalls.auditInfo.path]: [activity('limegreen', '审批 · 孙立诚')],
  [approvalCalls.moments.path]: { omitted: 0, moments },
  [approvalCalls.externalForm.path]: {
    url: 'https://erp.example.com/form?lang=zh',
    tenantId: '1',
    phone: '13800000000',
    accessToken: 'ticket',
  },
  [approvalCalls.diagram.path]: instanceImage,
  [workflowCalls.initialDiagram.path]: definitionImage,
}

type Asked = Partial<Parameters<typeof FlowChartDrawer>[0]>
const drawer = (asked: Asked) => <FlowChartDrawer open onClose={vi.fn()} name="请假" {...asked} />
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
const show = (asked: Asked) => render(drawer(asked), { wrapper: Page })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const steps = () =>
  [...document.querySelectorAll('.bpmn-node')].map(
    (node) => node.getAttribute('aria-label') ?? node.querySelector('text')!.textContent,
  )

test('beside the picture it shows what happened, each in its colour (spec 2 §2)', async () => {
  answering(answers)
  show({ processInstanceId: '7' })
  expect(await screen.findByRole('dialog', { name: '流程图' })).toBeTruthy()
  const history = within(await screen.findByRole('region', { name: '办理记录' }))
  const items = await history.findAllByRole('listitem')
  expect(items.map((item) => item.querySelector('.nd')!.className)).toEqual(['nd now', 'nd back', 'nd done'])
  expect(items[1]!.textContent).toContain('部门负责人审批孙立诚 · 不同意')
  expect(items[1]!.textContent).toContain('人手不够')
  expect(steps()).toEqual(['办理 7', '公司审批'])
})

test('of a definition it shows only the picture', async () => {
  const sent = answering(answers)
  show({ processDefinitionKey: 'leave' })
  await pass(10)
  expect(steps()).toEqual(['定义 leave'])
  expect(screen.queryByRole('region', { name: '办理记录' })).toBeNull()
  expect(sent.map(({ path }) => path)).toEqual([workflowCalls.initialDiagram.path])
})

test('it reads again a second after its inputs changed, and only for the last change', async () => {
  const sent = answering(answers)
  const { rerender } = show({ processInstanceId: '1' })
  await pass(10)
  const asked = () =>
    sent.filter(({ path }) => path === approvalCalls.diagram.path).map(({ input }) => input.processInstanceId)
  expect(asked()).toEqual(['1'])
  rerender(drawer({ processInstanceId: '2' }))
  await pass(900)
  expect(asked()).toEqual(['1'])
  rerender(drawer({ processInstanceId: '3' }))
  await pass(900)
  expect(asked()).toEqual(['1'])
  await pass(200)
  expect(asked()).toEqual(['1', '3'])
  // The answer is drawn in turns of its own.
  await pass(200)
  expect(steps()).toEqual(['办理 3', '公司审批'])
})

test('failures are silent, and it stops to say that it is loading', async () => {
  const failed = refusal('没有权限', 403)
  let fail = () => {}
  const late = new Promise((_resolve, reject) => {
    fail = () => reject(failed)
  })
  answering({ [approvalCalls.activities.path]: failed, [approvalCalls.diagram.path]: () => late })
  show({ processInstanceId: '1' })
  await pass(200)
  expect(screen.getByRole('status', { name: '正在加载' })).toBeTruthy()
  fail()
  await pass(200)
  expect(screen.queryByRole('status', { name: '正在加载' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(useNotices.getState().notices).toEqual([])
})

test('with type 1 the history is that of the audit call', async () => {
  const sent = answering(answers)
  show({ processInstanceId: '7', type: '1' })
  const history = within(await screen.findByRole('region', { name: '办理记录' }))
  expect((await history.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('孙立诚'),
  ])
  const paths = sent.map(({ path }) => path)
  expect(paths).toContain('/budget/v1/erpbudgetyear/listAuditInfo')
  expect(paths).not.toContain(approvalCalls.activities.path)
})

test('its inputs are those of the specification', async () => {
  const sent = answering(answers)
  const asked = {
    processInstanceId: '7',
    pProcessInstanceId: '6',
    flowUser: '孙立诚',
    isWorkOrder: '0',
    isTask: '1',
    taskNo: 'GD1',
    isHaveRead: '1',
    formId: 'PUR',
    app: 'scm',
  } as const
  show({ ...asked, processDefinitionKey: 'leave' })
  await pass(10)
  expect(sent.find(({ path }) => path === approvalCalls.diagram.path)!.input).toEqual(asked)
})

test('a closed drawer asks nothing', async () => {
  const sent = answering(answers)
  show({ open: false, processInstanceId: '7' })
  await pass(2000)
  expect(sent).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the history is narrowed to what came back', async () => {
  answering(answers)
  show({ processInstanceId: '7' })
  const history = within(await screen.findByRole('region', { name: '办理记录' }))
  await user.click(await history.findByRole('button', { name: '只看退回 1' }))
  expect(history.getAllByRole('listitem').map((item) => item.querySelector('b')!.textContent)).toEqual([
    '部门负责人审批',
  ])
})

const marks = () =>
  [...document.querySelectorAll('.bpmn-node')].map(
    (node) => /bpmn-(idle|done|current|back)/.exec(node.getAttribute('class')!)![1],
  )
const head = () => screen.getByRole('slider', { name: '历史位置' })
const place = () => Number(head().getAttribute('aria-valuenow'))

test('the replay shows the picture at each moment: by keys, by a line of the history, by playing', async () => {
  answering(answers)
  show({ processInstanceId: '7' })
  await user.click(await screen.findByRole('button', { name: '回放' }))
  await screen.findByRole('region', { name: '回放' })
  expect([place(), marks()]).toEqual([1, ['current', 'idle']])
  expect(document.activeElement).toBe(head())
  await user.keyboard('{ArrowRight}')
  expect([place(), marks()]).toEqual([2, ['done', 'current']])
  expect(screen.getByText('王海宁').tagName).toBe('B')
  await user.keyboard('{End}')
  expect([place(), marks()]).toEqual([3, ['current', 'back']])
  await user.keyboard('{ArrowRight}{Home}{ArrowLeft}')
  expect([place(), marks()]).toEqual([1, ['current', 'idle']])
  await user.click(screen.getByRole('button', { name: '部门负责人审批' }))
  expect(place()).toBe(2)
  const chosen = document.querySelector('[aria-current="step"]')!
  expect(chosen.textContent).toContain('部门负责人审批')
  head().focus()
  await user.keyboard('{Home} ')
  expect(screen.getByRole('button', { name: '暂停' })).toBeTruthy()
  await pass(1250)
  expect(place()).toBe(2)
  await pass(1250)
  expect(place()).toBe(3)
  expect(screen.getByRole('button', { name: '播放' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '回到现在' }))
  expect(screen.queryByRole('region', { name: '回放' })).toBeNull()
  expect(marks()).toEqual(['current', 'idle'])
})

describe('the form in the ERP', () => {
  const open = async (asked: Asked, more = {}) => {
    const replace = vi.fn()
    const tab = { opener: window, location: { replace }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as never)
    const sent = answering({ ...answers, ...more })
    show({ processInstanceId: '7', ...asked })
    await user.click(await screen.findByRole('button', { name: '业务表单' }))
    await pass(10)
    const [address] = replace.mock.calls[0] ?? []
    return { tab, sent, address: address === undefined ? null : new URL(String(address)) }
  }

  test('opens in a new tab with formId, pkId, Status and app', async () => {
    const { tab, sent, address } = await open({ pkId: '9', formId: 'PUR', app: 'scm' })
    expect(window.open).toHaveBeenCalledWith('', '_blank')
    expect(tab.opener).toBeNull()
    expect(sent.at(-1)).toEqual({
      path: approvalCalls.externalForm.path,
      input: { pkId: '9', formId: 'PUR' },
    })
    expect(Object.fromEntries(address!.searchParams)).toEqual({
      lang: 'zh',
      formId: 'PUR',
      pkId: '9',
      Status: '2',
      app: 'scm',
      phone: '13800000000',
      tenant_id: '1',
      accessToken: 'ticket',
    })
  })

  test('is opened without app where none is given', async () => {
    const { address } = await open({ pkId: '9', formId: 'PUR' })
    expect(address!.searchParams.has('app')).toBe(false)
  })

  test('that is refused closes the tab again', async () => {
    const { tab } = await open(
      { pkId: '9', formId: 'PUR' },
      { [approvalCalls.externalForm.path]: refusal('数据不存在或无权查看') },
    )
    expect(tab.close).toHaveBeenCalledOnce()
  })

  test('is not offered for what has none', async () => {
    answering(answers)
    show({ processInstanceId: '7', pkId: '9' })
    await screen.findByRole('button', { name: '回放' })
    expect(screen.queryByRole('button', { name: '业务表单' })).toBeNull()
  })
})
