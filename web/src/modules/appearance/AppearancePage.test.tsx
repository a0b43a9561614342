import { appearanceCalls as calls } from '@heliodesk/contract/appearance.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { AppearancePage } from './AppearancePage.tsx'
import type { Item } from './item-list.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const item: Item = {
  id: '1',
  version: 3,
  category: '外围',
  project: '围栏完整',
  contentList: ['围栏连续', '标识齐全'],
  mark: 4.5,
  deductRule: '缺口每处扣 1 分',
  suggest: '修复缺口',
  needPhoto: true,
  mayNotInvolve: false,
  exampleFileList: [],
  isEnabled: true,
  place: 2,
  updatedBy: null,
  updateTime: '2026-11-18 09:42:00',
}
const rules = {
  passMark: 90,
  reworkPercent: 80,
  needTicket: false,
  items: 20,
  marks: 100,
  categories: ['外围'],
  openSheets: 11,
}

function show(answers: Record<string, unknown> = {}, width = 1440) {
  const sent = answering({
    [calls.page.path]: { pageList: [item], rowCount: 1 },
    [calls.rules.path]: rules,
    ...answers,
  })
  showPage(<AppearancePage />, '/', width)
  return sent
}

const figure = (title: string) => screen.getByText(title, { selector: 'dt' }).nextSibling?.textContent

test('the items stand with their marks, and 100 marks in all are right', async () => {
  show()
  const row = (await screen.findByText('围栏完整')).closest('tr, [role=row]')!
  for (const text of ['外围', '4.5 分', '围栏连续；标识齐全', '必拍照，不可不涉及', '启用'])
    expect(row.textContent).toContain(text)
  expect(figure('启用合计')).toBe('100分20 项，正好 100 分')
  expect(figure('进行中的检查单')).toBe('11张沿用开始作业时的检查项')
  expect(screen.queryByText(/应为 100\s*分/)).toBeNull()
})

test.each([
  [96.5, '启用的检查项合计 96.5 分，还差 3.5 分'],
  [104, '启用的检查项合计 104 分，超出 4 分'],
])('%d marks are said to be wrong', async (marks, text) => {
  show({ [calls.rules.path]: { ...rules, marks } })
  const [said] = await screen.findAllByRole('status')
  expect(said!.textContent).toContain(text)
})

test('an item is changed as its own call reads it, not as the list has it', async () => {
  const current = { ...item, version: 4, suggest: '更换立柱' }
  const sent = show({ [calls.detail.path]: current, [calls.insert.path]: current })
  await userEvent.click(await screen.findByRole('button', { name: /围栏完整.*操作|更多/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '编辑' }))
  const form = await screen.findByRole('dialog', { name: '编辑检查项' })
  const mark = await within(form).findByLabelText('分值')
  await userEvent.clear(mark)
  await userEvent.type(mark, '5')
  await userEvent.click(within(form).getByRole('checkbox', { name: /可不涉及/ }))
  await userEvent.click(within(form).getByRole('button', { name: '保存' }))
  expect(sent.findLast(({ path }) => path === calls.insert.path)?.input).toMatchObject({
    id: '1',
    version: 4,
    project: '围栏完整',
    suggest: '更换立柱',
    contentList: ['围栏连续', '标识齐全'],
    mark: 5,
    mayNotInvolve: true,
    exampleFileList: [],
  })
})

test('without items it says what they are for, also on a phone', async () => {
  show(
    {
      [calls.page.path]: { pageList: [], rowCount: 0 },
      [calls.rules.path]: { ...rules, items: 0, marks: 0 },
    },
    390,
  )
  expect(await screen.findByText('还没有检查项')).toBeTruthy()
})

test('what cannot be read is said', async () => {
  show({ [calls.page.path]: refusal('系统异常', 500), [calls.rules.path]: refusal('系统异常', 500) })
  expect(await screen.findByText('评分规则没有取到')).toBeTruthy()
})

test('the scores of all stations in the scope are exported', async () => {
  useGrants.setState({ pages: [], buttons: ['order:export'], notInForce: [] })
  const sent = show()
  await userEvent.click(await screen.findByRole('button', { name: '导出得分' }))
  const title = await screen.findByText('导出站容站貌得分')
  const dialog = title.closest<HTMLElement>('[role=dialog]')!
  await userEvent.click(within(dialog).getByRole('button', { name: '导出' }))
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path === exportCalls.add.path)?.input).toMatchObject({
      kind: 'appearanceScores',
      query: {},
    }),
  )
})
