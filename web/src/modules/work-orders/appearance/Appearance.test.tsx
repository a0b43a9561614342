import { appearanceSheetCalls as calls } from '@heliodesk/contract/appearance-sheet.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../../kit/page.fixture.tsx'
import { answering, refusal } from '../../../lib/answering.fixture.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import type { OrderDetail } from '../order.ts'
import { Appearance } from './Appearance.tsx'
import type { SheetRow } from './sheet.ts'
import { appearanceOrder, photoOf, sheetOf, submittedOrder } from './sheet.fixture.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => {
  useSession.setState({ token: 'T', user })
  useGrants.setState({ pages: [], buttons: ['order:execute', 'order:check'], notInForce: [] })
})

function show(sheet: unknown, order: OrderDetail = appearanceOrder, answers: Record<string, unknown> = {}) {
  const sent = answering({ [calls.sheet.path]: sheet, ...answers })
  showPage(<Appearance id="order-appearance" title="检查单" order={order} />, '/', 1440)
  return sent
}

const lastOf = (sent: ReturnType<typeof show>, { path }: { path: string }) =>
  sent.findLast((each) => each.path === path)?.input
const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const figure = (title: string) => screen.getByText(title, { selector: 'dt' }).nextSibling?.textContent

const marked: Partial<SheetRow>[] = [
  { selfScore: 60, score: 54, uploadFileList: [photoOf('1', 1)] },
  { selfScore: 30, score: 20, rework: 'asked', examineSuggest: '平整路面' },
  { isNotInvolve: true, notInvolveReason: '无人值守' },
]

test('a sheet shows its scores, what is not there, what is to be put right, and the last scores of the station', async () => {
  show(
    sheetOf(marked, {
      self: { got: 90, base: 90, score: 100 },
      review: { got: 74, base: 90, score: 82.2 },
      passRefusal: '还有 1 项须整改，请退回整改：“厂区道路”',
      trend: [
        { orderId: '5', month: '2026-09', score: 91 },
        { orderId: '6', month: '2026-10', score: 88.2 },
      ],
    }),
    submittedOrder,
  )
  await screen.findByText('还不能通过：还有 1 项须整改，请退回整改：“厂区道路”')
  expect(figure('评分')).toBe('82.274 / 90')
  expect(figure('自评')).toBe('100.090 / 90')
  expect(figure('达标线')).toBe('90分未达标')
  expect(figure('整改')).toBe('1项复检合格 0 项')
  expect(figure('较上次')).toBe('−6.02026-10 88.2 分')
  expect(screen.getByText(/不涉及 1 项/).textContent).toBe(
    '不涉及 1 项（宿舍卫生 10 分）从满分中去掉，适用满分 90 分',
  )
  expect(screen.getByRole('figure').getAttribute('aria-label')).toBe(
    '本站近 2 次得分：2026-09 91.0 分，2026-10 88.2 分',
  )
  expect(screen.getByText('待整改')).toBeTruthy()
  expect(screen.getByText('外围').textContent).toBe('外围 90 分')
})

test.each([
  ['with a review', { scored: true }, ['自评', '评分', '改进建议', '评审建议']],
  ['without a review', { scored: false }, ['自评', '评分', '改进建议', '评审建议']],
  ['ended, without a suggestion', { flowSts: 5 }, ['自评', '评分', '改进建议']],
] as const)('the columns of scores and suggestions of an order %s', async (_name, order, shown) => {
  show(sheetOf(), { ...appearanceOrder, ...order })
  await screen.findByText('围栏完整')
  expect(titles().filter((title) => !['检查项', '分值', '状态'].includes(title ?? ''))).toEqual(shown)
})

test('an ended order with a suggestion shows it', async () => {
  show(sheetOf(marked), { ...appearanceOrder, flowSts: 5 })
  await screen.findByText('围栏完整')
  expect(titles()).toContain('评审建议')
})

test('the executor marks an item after the other, with the version that was seen', async () => {
  const next = sheetOf([{ selfScore: 55, uploadFileList: [photoOf('1', 1)], version: 5 }])
  const sent = show(sheetOf([{ uploadFileList: [photoOf('1', 1)] }]), appearanceOrder, {
    [calls.assess.path]: next,
  })
  await userEvent.click(await screen.findByRole('button', { name: '自评（3 项）' }))
  const form = await screen.findByRole('dialog', { name: '1 围栏完整' })
  for (const text of ['围栏连续', '标识齐全', '缺口每处扣 5 分']) within(form).getAllByText(new RegExp(text))
  await userEvent.type(within(form).getByLabelText('自评得分'), '55')
  expect(within(form).getByRole('button', { name: '下一项' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(within(form).getByRole('button', { name: '保存，下一项' }))
  expect(lastOf(sent, calls.assess)).toEqual({
    orderId: '7',
    rowList: [expect.objectContaining({ no: 1, version: 4, selfScore: 55, isNotInvolve: false })],
  })
  expect(await screen.findByRole('dialog', { name: '2 厂区道路' })).toBeTruthy()
})

test('what the station has not needs a reason instead of a mark', async () => {
  const sent = show(sheetOf(), appearanceOrder, { [calls.assess.path]: sheetOf() })
  await userEvent.click(await screen.findByRole('button', { name: /宿舍卫生/ }))
  const form = await screen.findByRole('dialog', { name: '3 宿舍卫生' })
  await userEvent.click(within(form).getByRole('checkbox'))
  expect(within(form).queryByLabelText('自评得分')).toBeNull()
  await userEvent.click(within(form).getByRole('button', { name: '保存，下一项' }))
  expect(lastOf(sent, calls.assess)).toBeUndefined()
  await userEvent.type(within(form).getByLabelText('不涉及原因'), '无宿舍{Enter}')
  expect(lastOf(sent, calls.assess)).toMatchObject({
    rowList: [{ no: 3, isNotInvolve: true, notInvolveReason: '无宿舍' }],
  })
})

test('the reviewer sees what a mark does to the score, and a low one asks for a rework', async () => {
  const sheet = sheetOf([{ selfScore: 60, score: 60 }, { selfScore: 30, score: 30 }, { selfScore: 10 }])
  const sent = show(sheet, submittedOrder, { [calls.review.path]: sheet })
  await userEvent.click(await screen.findByRole('button', { name: '评审（1 项）' }))
  const form = await screen.findByRole('dialog', { name: '3 宿舍卫生' })
  const score = within(form).getByLabelText<HTMLInputElement>('评审得分')
  expect(score.value).toBe('10.0')
  expect(within(form).getByRole('status').textContent).toBe('总分 100.0（100 / 100），达标线 90 分')
  await userEvent.clear(score)
  await userEvent.type(score, '7.9')
  const rework = within(form).getByRole<HTMLInputElement>('checkbox')
  expect([rework.checked, rework.disabled]).toEqual([true, true])
  expect(within(form).getByRole('status').textContent).toBe('总分 97.9（97.9 / 100），达标线 90 分')
  await userEvent.click(within(form).getByRole('button', { name: '填入整改建议' }))
  await userEvent.click(within(form).getByRole('button', { name: '保存' }))
  expect(lastOf(sent, calls.review)).toMatchObject({
    rowList: [{ no: 3, version: 4, score: 7.9, examineSuggest: '修复缺口' }],
  })
})

test('the rest is marked as the executors did', async () => {
  const sheet = sheetOf([
    { selfScore: 60 },
    { selfScore: 28.5 },
    { isNotInvolve: true, notInvolveReason: '无' },
  ])
  const sent = show(sheet, submittedOrder, { [calls.review.path]: sheet })
  await userEvent.click(await screen.findByRole('button', { name: '其余按自评' }))
  const question = await screen.findByRole('dialog', { name: '2 项按自评评分？' })
  await userEvent.click(within(question).getByRole('button', { name: '按自评评分' }))
  expect(lastOf(sent, calls.review)?.rowList).toEqual([
    expect.objectContaining({ no: 1, version: 4, score: 60 }),
    expect.objectContaining({ no: 2, version: 4, score: 28.5 }),
  ])
})

test('an item that is to be put right says what was asked, and compares the photos', async () => {
  const sheet = sheetOf([
    {
      selfScore: 60,
      score: 40,
      rework: 'open',
      examineSuggest: '补挂标识',
      uploadFileList: [photoOf('1', 1)],
      afterFileList: [photoOf('2', 1)],
    },
    { selfScore: 30, score: 30 },
    { selfScore: 10, score: 10 },
  ])
  const order = { ...appearanceOrder, otherSts: 6 }
  const sent = show(sheet, order, { [calls.rework.path]: sheetOf([{ score: 40, rework: 'done' }]) })
  await userEvent.click(await screen.findByRole('button', { name: '整改（1 项）' }))
  const form = await screen.findByRole('dialog', { name: '1 围栏完整' })
  expect(within(form).getByText('评审 40 / 60 分：补挂标识')).toBeTruthy()
  expect(within(form).getByRole('slider', { name: '整改前后对比' })).toBeTruthy()
  await userEvent.type(within(form).getByLabelText('整改情况'), '已补挂')
  await userEvent.click(within(form).getByRole('button', { name: '保存' }))
  expect(lastOf(sent, calls.rework)).toEqual({ orderId: '7', no: 1, version: 4, note: '已补挂' })
})

test('a stale mark can be read again, and what was typed stays', async () => {
  let seen = 4
  const stale = Object.assign(refusal('检查项已在别处更新，请刷新后重试'), { code: 'appearance_row.stale' })
  const sent = show(() => sheetOf([{ version: seen }]), appearanceOrder, { [calls.assess.path]: stale })
  await userEvent.click(await screen.findByRole('button', { name: /围栏完整/ }))
  const form = await screen.findByRole('dialog', { name: '1 围栏完整' })
  await userEvent.type(within(form).getByLabelText('自评得分'), '50')
  await userEvent.click(within(form).getByRole('button', { name: '保存，下一项' }))
  seen = 5
  await userEvent.click(await within(form).findByRole('button', { name: '刷新' }))
  await vi.waitFor(() => expect(within(form).queryByRole('alert')).toBeNull())
  expect(within(form).getByLabelText<HTMLInputElement>('自评得分').value).toBe('50.0')
  await userEvent.type(within(form).getByLabelText('自评得分'), '{Enter}')
  expect(lastOf(sent, calls.assess)).toMatchObject({ rowList: [{ version: 5, selfScore: 50 }] })
})

test('whoever may neither mark nor review only looks, and goes on with J and K', async () => {
  show(sheetOf(marked), { ...appearanceOrder, flowSts: 4, otherSts: 5 })
  await screen.findByText('围栏完整')
  expect(screen.queryByRole('button', { name: /^(自评|评审|整改)（/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /厂区道路/ }))
  const form = await screen.findByRole('dialog', { name: '2 厂区道路' })
  expect(within(form).getByText('平整路面')).toBeTruthy()
  expect(within(form).queryByRole('button', { name: '保存' })).toBeNull()
  await userEvent.keyboard('j')
  expect(await screen.findByRole('dialog', { name: '3 宿舍卫生' })).toBeTruthy()
  await userEvent.keyboard('kk')
  expect(await screen.findByRole('dialog', { name: '1 围栏完整' })).toBeTruthy()
})

test.each([
  [2, '开始作业时，按启用的检查项生成检查单'],
  [3, '没有检查单：开始作业时没有启用的检查项'],
])('an order without a sheet in state %d says why', async (otherSts, text) => {
  show(null, { ...appearanceOrder, otherSts })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('what cannot be read is said', async () => {
  show(refusal('系统异常', 500))
  expect(await screen.findByText('检查单没有取到')).toBeTruthy()
})

test('whoever may export orders exports the scores of the station', async () => {
  useGrants.setState({ pages: [], buttons: ['order:export'], notInForce: [] })
  const sent = show(sheetOf(marked))
  await userEvent.click(await screen.findByRole('button', { name: '导出本站得分' }))
  const dialog = await screen.findByRole('dialog', { name: '导出站容站貌得分' })
  expect(dialog.textContent).toContain(`电站 ${appearanceOrder.psName}`)
  await userEvent.click(within(dialog).getByRole('button', { name: '导出' }))
  await waitFor(() =>
    expect(lastOf(sent, exportCalls.add)).toMatchObject({
      kind: 'appearanceScores',
      query: { psId: appearanceOrder.psId },
    }),
  )
})

test('others have no such button', async () => {
  show(sheetOf(marked))
  await screen.findByText('达标线')
  expect(screen.queryByRole('button', { name: '导出本站得分' })).toBeNull()
})
