import { shellCalls } from '@heliodesk/contract/shell.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { actOf } from '../../../domain/field/acts.ts'
import { NO_FIELD, useField } from '../../../domain/field/field-store.ts'
import { openInMemory } from '../../../domain/field/outbox.fixture.ts'
import { Page } from '../../../kit/page.fixture.tsx'
import { glanceAt } from '../../../lib/first-frame.ts'
import { answering } from '../../../lib/answering.fixture.ts'
import { useNotices } from '../../../lib/notices.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { fullOrder } from '../order.fixture.ts'
import { FieldExecution } from './FieldExecution.tsx'

vi.mock('../../../lib/call.ts', { spy: true })
vi.mock('../../../lib/first-frame.ts', { spy: true })

const [first] = fullOrder.stepList
const plain = { ...first!, required: true, done: false, doneAt: null, value: '', note: '' }
const order = {
  ...fullOrder,
  flowSts: 2 as const,
  otherSts: 3,
  liableUserId: user.id,
  prerequisiteList: [{ name: '已停机', required: true, met: false }],
  stepList: [
    { ...plain, name: '断开断路器', needPhoto: true, needValue: false },
    { ...plain, name: '测直阻', needPhoto: false, needValue: true },
  ],
  photoList: [],
  workHoursList: [],
  needWorkHours: 0 as const,
  executionNote: null,
}

beforeEach(() => {
  useSession.setState({ token: 'T', user })
  useField.setState(NO_FIELD)
  answering({ [workOrderCalls.history.path]: [] })
})

function show(part: Partial<typeof order> = {}) {
  const field = openInMemory()
  const onSubmitted = vi.fn()
  render(<FieldExecution order={{ ...order, ...part }} open onClose={() => {}} onSubmitted={onSubmitted} />, {
    wrapper: Page,
  })
  return { ...field, onSubmitted, acts: () => field.rows().map((row) => actOf(row)) }
}
const photo = () => new File([new Uint8Array(2048)], 'IMG_1.jpg', { type: 'image/jpeg', lastModified: 0 })

test('every act is kept at once, and the submission last', async () => {
  const { acts, onSubmitted } = show()
  await userEvent.click(screen.getByRole('checkbox', { name: /已停机/ }))
  await userEvent.upload(screen.getByLabelText('第 1 步选照片'), photo())
  const here = await screen.findByRole('list', { name: '第 1 步在本机的照片' })
  expect(within(here).getByText('待上传')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '完成本步' }))
  await userEvent.type(await screen.findByRole('textbox', { name: '数值' }), '0.42 mΩ')
  await userEvent.click(screen.getByRole('button', { name: '完成本步' }))
  await waitFor(() => expect(acts()).toHaveLength(4))
  await userEvent.click(screen.getByRole('button', { name: '提交验收' }))
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledOnce())
  expect(acts()).toMatchObject([
    { act: 'prerequisite', given: { no: 1, name: '已停机', met: true } },
    { act: 'photo', given: { stepNo: 1, part: 'step', photo: { name: 'IMG_1.jpg', size: 2048 } } },
    { act: 'step', given: { stepNo: 1, done: true } },
    { act: 'step', given: { stepNo: 2, done: true, value: '0.42 mΩ', base: { done: false, value: '' } } },
    { act: 'submit', given: {} },
  ])
  expect(screen.getByRole('button', { name: '已提交，等待送达' })).toBeTruthy()
})

test('what is missing is said before the submission, and photos on this device count', async () => {
  show()
  expect(screen.getByText(/还差/)).toBeTruthy()
  const submit = screen.getByRole('button', { name: '提交验收' })
  expect(submit.getAttribute('aria-disabled')).toBe('true')
})

test('a value that was typed is kept when the field is left, without finishing the step', async () => {
  const { acts } = show({ stepList: [{ ...order.stepList[1]! }] })
  await userEvent.type(screen.getByRole('textbox', { name: '备注' }), '待复测')
  expect(acts()).toEqual([])
  await userEvent.click(screen.getByRole('textbox', { name: '执行情况' }))
  await waitFor(() =>
    expect(acts()).toMatchObject([{ act: 'step', given: { stepNo: 1, done: false, note: '待复测' } }]),
  )
  await userEvent.type(screen.getByRole('textbox', { name: '执行情况' }), '换了熔断器')
  await userEvent.tab()
  await waitFor(() =>
    expect(acts()[1]).toEqual({ act: 'note', given: { executionNote: '换了熔断器', base: '' } }),
  )
})

test('a photo that was never sent is taken back', async () => {
  const { rows } = show()
  await userEvent.upload(screen.getByLabelText('第 1 步选照片'), photo())
  await userEvent.click(await screen.findByRole('button', { name: '移除这张照片' }))
  await waitFor(() => expect(rows()).toEqual([]))
  expect(screen.queryByRole('list', { name: '第 1 步在本机的照片' })).toBeNull()
})

test('a full device refuses a photo and says what to do', async () => {
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: { estimate: async () => ({ quota: 1_000_000_000, usage: 995_000_000 }) },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'))
  const { rows } = show()
  await userEvent.upload(screen.getByLabelText('第 1 步选照片'), photo())
  await waitFor(() =>
    expect(useNotices.getState().notices.map(({ title }) => title)).toContain('本机存储不足，照片没有保存'),
  )
  expect(rows()).toEqual([])
})

test('of an order that is not theirs a person is told so', () => {
  show({ liableUserId: '99', assistUserIds: [] })
  expect(screen.getByRole('alert').textContent).toMatch(/执行人|负责人/)
})

const film = () => new File([new Uint8Array(4096)], 'VID_1.mp4', { type: 'video/mp4', lastModified: 1 })

test('a film is kept beside the photos, and is none that the step asks for', async () => {
  // The test's document plays no films.
  vi.mocked(glanceAt).mockResolvedValue(null)
  const { acts } = show({ prerequisiteList: [], stepList: [order.stepList[0]!] })
  await userEvent.upload(screen.getByLabelText('第 1 步录像'), film())
  const here = await screen.findByRole('list', { name: '第 1 步在本机的照片' })
  expect(within(here).getByText('视频')).toBeTruthy()
  expect(acts()).toMatchObject([{ act: 'photo', given: { part: 'film', photo: { name: 'VID_1.mp4' } } }])
  expect(screen.getByText('须拍照')).toBeTruthy()
})

test('where the company asks for it, the submission waits for a signature', async () => {
  answering({ [shellCalls.shell.path]: { signSubmit: true }, [workOrderCalls.history.path]: [] })
  const { acts, onSubmitted } = show({
    prerequisiteList: [],
    stepList: [{ ...order.stepList[1]!, done: true, value: '0.42 mΩ' }],
  })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await userEvent.click(screen.getByRole('button', { name: '提交验收' }))
  const sheet = await screen.findByRole('dialog', { name: '作业人员签名' })
  expect(onSubmitted).not.toHaveBeenCalled()
  await userEvent.click(within(sheet).getByRole('checkbox', { name: /以输入的姓名代替/ }))
  await userEvent.click(within(sheet).getByRole('button', { name: '签名并提交' }))
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledOnce())
  expect(acts()).toMatchObject([
    { act: 'signature', given: { signature: { role: 'executor', name: user.realname, strokes: '' } } },
    { act: 'submit', given: {} },
  ])
})
