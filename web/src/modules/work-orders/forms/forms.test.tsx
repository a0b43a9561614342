import { choiceCalls } from '@heliodesk/contract/dictionary-choices.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useSession } from '../../../lib/session.ts'
import { user as person } from '../../../lib/user.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { AssignOrder } from './AssignOrder.tsx'
import { CreateOrder } from './CreateOrder.tsx'
import { ExecuteOrder } from './ExecuteOrder.tsx'
import { ExecutionNotices } from './ExecutionNotices.tsx'
import type { Step } from './execution.ts'
import { StepList } from './StepList.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => localStorage.clear())

const nothing = () => undefined

test('what the device has kept is told, with a way to give it up; nothing without it', async () => {
  const onDiscard = vi.fn()
  const kept = { version: 2, savedAt: new Date(2026, 10, 18, 16, 2).getTime(), draft: {} as never }
  const notices = (given: typeof kept | null) => (
    <ExecutionNotices order={fullOrder} kept={given} storageFull={false} onDiscard={onDiscard} />
  )
  const { rerender } = render(notices(null), { wrapper: Page })
  expect(screen.queryByRole('status')).toBeNull()
  rerender(notices(kept))
  expect(screen.getByRole('status').textContent).toContain(
    '已恢复本机 11-18 16:02 的填写，尚未保存到服务器；之后工单有过更新，请核对。',
  )
  await userEvent.click(screen.getByRole('button', { name: '放弃' }))
  expect(onDiscard).toHaveBeenCalledOnce()
})

const step: Step = { ...fullOrder.stepList[0]!, done: false, doneAt: null, value: '', note: '' }

test.each([
  [true, '', false],
  [true, ' ', false],
  [true, '9.1 A', true],
  [false, '', true],
])('a step that needs a value: %s, with “%s”, can be finished: %s', async (needValue, value, can) => {
  const onChange = vi.fn()
  render(
    <StepList
      steps={[{ ...step, needValue, value }]}
      countPhotos={() => ({ count: 0, awaited: 0 })}
      renderPhotos={() => null}
      main
      onChange={onChange}
    />,
    { wrapper: Page },
  )
  await userEvent.click(screen.getByRole('button', { name: '完成本步' }))
  expect(onChange.mock.calls.map(([[changed]]) => (changed as Step).done)).toEqual(can ? [true] : [])
})

const executed = { ...fullOrder, flowSts: 2 as const, liableUserId: person.id }

async function execute(change: Partial<typeof fullOrder>) {
  useSession.setState({ token: 'T', user: person })
  answering({ [workOrderCalls.detail.path]: { ...executed, ...change } })
  render(<ExecuteOrder id="7" open onClose={nothing} onSubmitted={nothing} />, { wrapper: Page })
  await screen.findByRole('button', { name: '提交验收' })
}

test.each([
  [[{ name: '已停机', required: true, met: true }], true],
  [[], false],
])('prerequisites %j have a section: %s', async (prerequisiteList, has) => {
  await execute({ prerequisiteList })
  expect(screen.getByRole('heading', { name: /作业步骤/ })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /先决条件/ }) !== null).toBe(has)
})

test('photos of a step are removed by who took them, until they were submitted', async () => {
  const photo = (id: string, uploaderId: string, addTime: string) => ({
    id,
    stepNo: 1,
    uploaderId,
    uploaderName: '王强',
    addTime,
    takenTime: null,
    latitude: null,
    longitude: null,
    marks: [],
    originalSha256: null,
    film: null,
    file: {
      uid: id,
      name: `照片${id}.jpg`,
      fileName: `照片${id}.jpg`,
      pathName: `p/${id}.jpg`,
      path: `p/${id}.jpg`,
      fileType: 'image/jpeg',
      size: 1,
      url: `/p/${id}.jpg`,
      fileUrlThumbnail: null,
      fileUrlPreview: null,
    },
  })
  const photoList = [
    photo('1', person.id, '2019-11-05 13:00:00'),
    photo('2', person.id, '2019-11-05 15:00:00'),
    photo('3', '99', '2019-11-05 15:00:00'),
  ]
  const stepList = [{ ...step, needPhoto: true }]
  useSession.setState({ token: 'T', user: person })
  const sent = answering({
    [workOrderCalls.detail.path]: { ...executed, stepList, photoList, submitTime: '2019-11-05 14:00:00' },
    [workOrderCalls.removePhoto.path]: { photoList: [] },
  })
  render(<ExecuteOrder id="7" open onClose={nothing} onSubmitted={nothing} />, { wrapper: Page })
  await screen.findByText('3 张照片')
  const removers = screen.getAllByRole('button', { name: /^移除 照片/ })
  expect(removers.map((each) => each.getAttribute('aria-label'))).toEqual(['移除 照片2.jpg'])
  await userEvent.click(removers[0]!)
  const inputs = sent.filter(({ path }) => path === workOrderCalls.removePhoto.path).map(({ input }) => input)
  expect(inputs).toEqual([{ id: '7', photoId: '2' }])
})

test('entries given up are those of the server again', async () => {
  const note = '已换风扇'
  const typed = `${note}，待观察`
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '执行情况' })
  await execute({})
  await userEvent.type(box(), '，待观察')
  expect(box().value).toBe(typed)
  cleanup()
  await execute({})
  expect(box().value).toBe(typed)
  await userEvent.click(screen.getByRole('button', { name: '放弃' }))
  expect(box().value).toBe(note)
})

test('the subclasses of a new order are those of its type', async () => {
  const cleaning = { id: 1, name: '清洗', about: '', active: true, current: 1, fields: [], scored: false }
  const sent = answering({ [taskTypeCalls.choices.path]: [cleaning] })
  render(<CreateOrder open onClose={nothing} onCreated={nothing} />, { wrapper: Page })
  const form = within(await screen.findByRole('dialog', { name: '新建工单' }))
  expect(form.getByRole<HTMLInputElement>('combobox', { name: /任务子类/ }).disabled).toBe(true)
  await userEvent.click(form.getByRole('combobox', { name: /任务类型/ }))
  await userEvent.click(await screen.findByText('清洗', { selector: '.ant-select-item-option-content' }))
  expect(form.getByRole<HTMLInputElement>('combobox', { name: /任务子类/ }).disabled).toBe(false)
  const codes = sent.filter(({ path }) => path === choiceCalls.items.path).map(({ input }) => input.code)
  expect(codes).toContain('workSubclass_1')
})

test.each([
  ['工作票', 1],
  ['操作票', 2],
  ['不需要', 0],
])('a new order may need tickets: %s', async (title, needTicket) => {
  const cleaning = { id: 1, name: '清洗', about: '', active: true, current: 1, fields: [], scored: false }
  const sent = answering({
    [taskTypeCalls.choices.path]: [cleaning],
    [workOrderCalls.insert.path]: fullOrder,
  })
  const onCreated = vi.fn()
  render(<CreateOrder open psId="12" taskType={1} onClose={nothing} onCreated={onCreated} />, {
    wrapper: Page,
  })
  const form = within(await screen.findByRole('dialog', { name: '新建工单' }))
  fireEvent.change(form.getByRole('textbox', { name: '任务描述' }), { target: { value: '箱变检修' } })
  await userEvent.click(form.getByRole('combobox', { name: '两票' }))
  await userEvent.click(await screen.findByText(title, { selector: '.ant-select-item-option-content' }))
  expect(form.queryByText('许可后才能开始作业，终结后才能提交验收') !== null).toBe(needTicket > 0)
  await userEvent.click(form.getByRole('button', { name: '新建' }))
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalledOnce())
  const { input } = sent.find(({ path }) => path === workOrderCalls.insert.path)!
  expect(input.needTicket ?? 0).toBe(needTicket)
})

test.each([
  ['没有可指派的人员', []],
  ['拒绝访问', refusal('拒绝访问', 403)],
])('the list of people to assign says “%s”', async (words, executors) => {
  answering({ [workOrderCalls.executors.path]: executors })
  render(<AssignOrder order={{ ...fullOrder, flowSts: 1 }} open onClose={nothing} refusalOf={() => null} />, {
    wrapper: Page,
  })
  expect(await screen.findByText(words)).toBeTruthy()
})
