import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { imageOf } from '../../../domain/process-diagram/sample.ts'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { CallError } from '../../../lib/call.ts'
import { useUnsavedEntries } from '../../../lib/unsaved.ts'
import { DesignPage } from './DesignPage.tsx'
import type { EditorProps } from './editor.ts'

vi.mock('../../../lib/call.ts', { spy: true })
// Happy DOM cannot draw; the journey opens the real editor.
vi.mock('./BpmnEditor.tsx', () => ({
  BpmnEditor: ({ xml, onChange, readOnly, wanted }: EditorProps) => (
    <>
      <textarea
        aria-label="文件"
        defaultValue={xml}
        readOnly={readOnly}
        onChange={({ target }) => onChange(target.value)}
      />
      <output>{wanted?.element}</output>
    </>
  ),
}))
isolatePages()

const xml = (name: string) =>
  `<definitions><process id="leave" name="${name}" isExecutable="true"/></definitions>`
const draft = { id: '7', version: 3, basedOn: 1, savedBy: '赵启航', saveTime: '2026-11-24 14:30:05' }
const design = {
  key: 'leave',
  name: '请假',
  xml: xml('请假'),
  draft: null,
  current: 1,
  newest: 1,
  running: 12,
}
const finding = { level: 'warning', element: 'review', name: '审批', text: '没有设时限' }
const answers = {
  [workflowCalls.design.path]: design,
  [workflowCalls.lint.path]: [finding],
  [workflowCalls.beginDraft.path]: { ...draft, version: 1 },
  [workflowCalls.saveDraft.path]: { ...draft, version: 4 },
  [workflowCalls.publishDraft.path]: {
    key: 'leave',
    name: '请假',
    current: 2,
    versions: [
      { id: '2', version: 2, active: true, deployedBy: '赵启航', deployTime: draft.saveTime, running: 0 },
    ],
  },
  [workflowCalls.discardDraft.path]: {},
  [workflowCalls.check.path]: {
    refusals: [],
    key: 'leave',
    name: '请假',
    version: 2,
    diagram: imageOf([['审批', 'idle']]),
  },
}

const went = vi.fn()
const show = (width?: number) =>
  showPage(<DesignPage code="leave" onLeave={() => went('left')} onPublished={went} />, '/', width)
const file = () => screen.findByRole('textbox', { name: '文件' })
const button = (name: string) => screen.getByRole('button', { name })
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
const sentTo = (sent: { path: string; input: unknown }[], { path }: { path: string }) =>
  sent.filter((each) => each.path === path).map(({ input }) => input)

test('nothing is stored until something changes; then the draft saves itself and can be published', async () => {
  const sent = answering(answers)
  show()
  await file()
  expect(screen.getByText('使用中 第 1 版 · 12 个流程在办')).toBeTruthy()
  expect(isOff('发布')).toBe(true)
  expect(screen.queryByText('草稿 第 2 版')).toBeNull()
  await userEvent.type(await file(), ' ')
  expect(screen.getByText('草稿 第 2 版')).toBeTruthy()
  expect(useUnsavedEntries.getState().entries.size).toBe(1)
  await screen.findByText('14:30 已自动保存', {}, { timeout: 5000 })
  expect(sentTo(sent, workflowCalls.beginDraft)).toEqual([{ key: 'leave', xml: `${xml('请假')} ` }])
  expect(useUnsavedEntries.getState().entries.size).toBe(0)
  await vi.waitFor(() => expect(isOff('发布')).toBe(false), { timeout: 5000 })
  await userEvent.click(button('发布'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('发布“请假”第 2 版？')
  expect(dialog.textContent).toContain('还有 1 项提醒')
  await userEvent.click(within(dialog).getByRole('button', { name: '发布' }))
  await vi.waitFor(() => expect(went).toHaveBeenCalledWith('leave'))
  expect(sentTo(sent, workflowCalls.publishDraft)).toEqual([{ id: '7', version: 1 }])
})

test('an error of the check prevents publishing, and its element is found', async () => {
  answering({
    ...answers,
    [workflowCalls.design.path]: { ...design, draft },
    [workflowCalls.lint.path]: [{ ...finding, level: 'error', text: '没有指定办理人' }],
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: '定位节点' }))
  expect(screen.getByText('review')).toBeTruthy()
  expect(isOff('发布')).toBe(true)
})

test('what somebody else saved meanwhile is not overwritten', async () => {
  answering({
    ...answers,
    [workflowCalls.design.path]: { ...design, draft },
    [workflowCalls.saveDraft.path]: new CallError(
      '草稿已在别处更新，请刷新后重试',
      200,
      'process_draft.stale',
      '',
      '',
    ),
  })
  show()
  await userEvent.type(await file(), ' ')
  const alert = await screen.findByRole('alert', {}, { timeout: 5000 })
  expect(alert.textContent).toContain('这里的修改没有保存')
  expect((await file()).hasAttribute('readonly')).toBe(true)
  await userEvent.click(within(alert).getByRole('button', { name: '载入最新草稿' }))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a failed save is told and tried again', async () => {
  let fails = true
  answering({
    ...answers,
    [workflowCalls.design.path]: { ...design, draft },
    [workflowCalls.saveDraft.path]: () => {
      return fails ? refusal('流程文件不能使用') : { ...draft, version: 4 }
    },
  })
  show()
  await userEvent.type(await file(), ' ')
  expect((await screen.findByRole('alert', {}, { timeout: 5000 })).textContent).toContain('流程文件不能使用')
  fails = false
  await userEvent.click(button('重试'))
  await screen.findByText('14:30 已自动保存')
})

test('a draft is discarded after a question', async () => {
  const sent = answering({ ...answers, [workflowCalls.design.path]: { ...design, draft } })
  show()
  await file()
  await userEvent.click(button('更多操作'))
  await userEvent.click(await screen.findByRole('menuitem', { name: '放弃草稿' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('已发布的版本不受影响')
  await userEvent.click(within(dialog).getByRole('button', { name: '放弃' }))
  await vi.waitFor(() => expect(sentTo(sent, workflowCalls.discardDraft)).toEqual([{ id: '7', version: 3 }]))
})

test('a phone shows the picture, and says why nothing can be drawn', async () => {
  answering(answers)
  show(390)
  expect(await screen.findByRole('region', { name: '请假流程图' })).toBeTruthy()
  expect(screen.getByText(/请在电脑上修改流程/)).toBeTruthy()
})
