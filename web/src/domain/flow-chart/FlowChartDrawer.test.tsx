import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useNotices } from '../../lib/notices.ts'
import { imageOf } from '../process-diagram/sample.ts'
import { FlowChartDrawer } from './FlowChartDrawer.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const activity = (color: string, content: string, message = '') => ({
  color,
  content,
  message,
  timestamp: '2026-11-21 13:05:00',
  specialParameters: { node: '', person: '', kind: '' },
  files: [],
})
const answers = {
  [approvalCalls.activities.path]: [
    activity('', '公司审批 · 王海宁 · 待办理'),
    activity('red', '部门负责人审批 · 孙立诚 · 不同意', '人手不够'),
    activity('limegreen', '提交 · 李沐阳'),
  ],
  [approvalCalls.diagram.path]: ({ processInstanceId }: { processInstanceId: string }) =>
    imageOf([[`办理 ${processInstanceId}`, 'current']]),
  [workflowCalls.initialDiagram.path]: ({ processDefinitionKey }: { processDefinitionKey: string }) =>
    imageOf([[`定义 ${processDefinitionKey}`, 'idle']]),
}

type Asked = Partial<Parameters<typeof FlowChartDrawer>[0]>
const drawer = (asked: Asked) => <FlowChartDrawer open onClose={vi.fn()} name="请假" {...asked} />
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
  expect(steps()).toEqual(['办理 7'])
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
  expect(steps()).toEqual(['办理 3'])
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
