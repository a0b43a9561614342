import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { imageOf } from '../../domain/process-diagram/sample.ts'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useNotices } from '../../lib/notices.ts'
import { ProcessPage } from './ProcessPage.tsx'
import { readProcessFile } from './process.ts'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const versionOf = (version: number, active: boolean) => ({
  id: `${version}`,
  version,
  active,
  deployedBy: '系统',
  deployTime: '2026-11-20 08:00:00',
  running: version,
})
const leave = {
  key: 'leave',
  name: '请假',
  current: 1,
  versions: [versionOf(2, false), versionOf(1, true)],
}
const purchase = { key: 'purchase', name: '采购申请', current: null, versions: [versionOf(1, false)] }
const checked = { refusals: [], key: 'leave', name: '请假', version: 3, diagram: imageOf([['审批', 'idle']]) }
const answers = {
  [workflowCalls.definitions.path]: [leave, purchase],
  [workflowCalls.drafts.path]: [],
  [workflowCalls.initialDiagram.path]: ({ definitionVersion }: { definitionVersion: number }) =>
    imageOf([[`第 ${definitionVersion} 版的步骤`, 'idle']]),
  [workflowCalls.check.path]: checked,
  [workflowCalls.deploy.path]: { ...leave, versions: [versionOf(3, true), ...leave.versions] },
  [workflowCalls.setActive.path]: leave,
}

const show = (address: string, width?: number) => showPage(<ProcessPage />, address, width)

const choose = (name: string, xml = '<definitions/>') =>
  fireEvent.change(screen.getByLabelText('流程文件'), { target: { files: [new File([xml], name)] } })
const dialog = () => screen.findByRole('dialog')
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }))

test.each([
  ['/', '第 1 版的步骤'],
  ['/?process=leave&version=2', '第 2 版的步骤'],
  ['/?process=leave&version=9', '第 2 版的步骤'],
  ['/?process=purchase', '采购申请流程图'],
])('%s shows %s', async (address, shown) => {
  answering(answers)
  show(address)
  if (shown.endsWith('流程图')) expect(await screen.findByRole('region', { name: shown })).toBeTruthy()
  else expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
})

test('processes are found by name, sound or code', async () => {
  answering(answers)
  show('/')
  const field = await screen.findByRole('searchbox', { name: '查找流程' })
  const found = () => within(screen.getByRole('navigation', { name: '流程' })).getAllByRole('link')
  expect(found()[1]!.textContent).toContain('已停用')
  await userEvent.type(field, 'purch')
  expect(found()).toHaveLength(1)
  await userEvent.type(field, 'x')
  expect(screen.getByText('没有符合条件的流程')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  expect(found()).toHaveLength(2)
})

test('a process that is not there is told, and a phone shows the list or one process', async () => {
  answering(answers)
  const { unmount } = show('/?process=nothing')
  expect(await screen.findByText('没有编码为“nothing”的流程')).toBeTruthy()
  unmount()
  show('/', 390)
  await userEvent.click(await screen.findByRole('link', { name: /请假/ }))
  expect(await screen.findByRole('heading', { level: 1, name: '请假' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '返回流程列表' }))
  expect(await screen.findByRole('link', { name: /请假/ })).toBeTruthy()
})

test('a file is shown before it is deployed, and the version that it became is opened', async () => {
  const sent = answering(answers)
  show('/')
  await screen.findByRole('link', { name: /请假/ })
  choose('leave.bpmn')
  expect((await dialog()).textContent).toContain('将成为“请假”（leave）的第 3 版')
  await press('部署')
  await vi.waitFor(() =>
    expect(sent.find(({ path }) => path === workflowCalls.deploy.path)?.input).toMatchObject({
      xml: '<definitions/>',
    }),
  )
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  [
    { ...checked, refusals: [{ element: 'task', name: '审批', reason: '没有指定办理人' }], diagram: '' },
    '“审批”没有指定办理人',
  ],
  [{ ...checked, version: 0 }, '的最新版本就是这个文件'],
])('a file that would change nothing or cannot run is not deployed', async (answer, said) => {
  answering({ ...answers, [workflowCalls.check.path]: answer })
  show('/')
  await screen.findByRole('link', { name: /请假/ })
  choose('leave.bpmn')
  expect((await dialog()).textContent).toContain(said)
  const deploy = within(await dialog()).getByRole('button', { name: '部署' })
  expect(deploy.getAttribute('aria-disabled')).toBe('true')
})

test('a refusal of the server stays in the dialog', async () => {
  answering({ ...answers, [workflowCalls.deploy.path]: refusal('流程不能部署') })
  show('/')
  await screen.findByRole('link', { name: /请假/ })
  choose('leave.bpmn')
  await press('部署')
  expect((await within(await dialog()).findByRole('alert')).textContent).toContain('流程不能部署')
})

test.each([
  ['/?process=leave', '停用第 1 版', '之后不能再发起该流程', false],
  ['/?process=leave&version=2', '启用第 2 版', '之后发起的流程使用第 2 版', true],
  ['/?process=purchase', '启用第 1 版', '之后发起的流程使用第 1 版', true],
])('%s: %s asks first', async (address, action, said, active) => {
  const sent = answering(answers)
  show(address)
  await userEvent.click(await screen.findByRole('button', { name: action }))
  expect((await dialog()).textContent).toContain(said)
  await press(active ? '启用' : '停用')
  await vi.waitFor(() =>
    expect(sent.find(({ path }) => path === workflowCalls.setActive.path)?.input).toMatchObject({ active }),
  )
})

test.each([
  ['notes.txt', 'text', '不是流程文件'],
  ['empty.bpmn', ' ', '是空文件'],
  ['large.bpmn', 'x'.repeat(900_001), '最多 30 万个字符'],
])('%s is refused before it is sent', async (name, content, said) => {
  expect(await readProcessFile(new File([content], name))).toMatchObject({
    refusal: expect.stringContaining(said),
  })
})

test.each([
  ['GBK', [0xc7, 0xeb, 0xbc, 0xd9], '请假'],
  ['utf-8', [0xe8, 0xaf, 0xb7, 0xe5, 0x81, 0x87], '请假'],
  ['utf-8', [0xc7, 0xeb, 0xbc, 0xd9], null],
  ['nonsense', [0x61], null],
])('a file in %s is read as it says, and says afterwards what it is', async (encoding, bytes, text) => {
  const head = `<?xml version="1.0" encoding="${encoding}"?><a>`
  const read = await readProcessFile(new File([head, new Uint8Array(bytes), '</a>'], 'a.bpmn'))
  expect(read).toEqual(
    text === null
      ? { refusal: '“a.bpmn”的文字编码不能识别，请另存为 UTF-8 编码' }
      : { name: 'a.bpmn', xml: `<?xml version="1.0" encoding="UTF-8"?><a>${text}</a>` },
  )
})

test('what of a file is not BPMN is told when a process begins from it', async () => {
  const draft = { id: '7', version: 1, basedOn: null, savedBy: '赵启航', saveTime: '2026-11-24 14:30:05' }
  const unread = ['“流程文件”第 10 行的“a:b”不是 BPMN 2.0 的内容']
  const sent = answering({ ...answers, [workflowCalls.addProcess.path]: { ...draft, unread } })
  show('/')
  await userEvent.click(await screen.findByRole('button', { name: '新建流程' }))
  const form = within(await dialog())
  await userEvent.type(form.getByLabelText(/流程名称/), '外来')
  await userEvent.type(form.getByLabelText(/流程编码/), 'theirs')
  await userEvent.click(form.getByRole('button', { name: '流程文件' }))
  fireEvent.change(screen.getByLabelText('从流程文件开始'), {
    target: { files: [new File(['<a/>'], 'a.bpmn')] },
  })
  await form.findByText('a.bpmn')
  await press('开始设计')
  await vi.waitFor(() =>
    expect(JSON.stringify(useNotices.getState())).toMatch(/文件中有 1 处没有导入.*第 10 行的“a:b”/),
  )
  expect(sent.find(({ path }) => path === workflowCalls.addProcess.path)?.input).toMatchObject({
    key: 'theirs',
    xml: '<a/>',
  })
})

test('a wrong file is told in a notice', async () => {
  answering(answers)
  show('/')
  await screen.findByRole('link', { name: /请假/ })
  choose('notes.txt')
  await vi.waitFor(() => expect(JSON.stringify(useNotices.getState())).toContain('“notes.txt”不是流程文件'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
