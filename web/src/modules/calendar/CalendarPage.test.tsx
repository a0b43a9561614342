import { calendarCalls } from '@heliodesk/contract/calendar.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering, refusal } from '../../lib/answering.fixture.ts'
import { send } from '../../lib/call.ts'
import { CalendarPage } from './CalendarPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const free = { day: '2027-01-01', kind: 'off' as const, name: '元旦' }
const untouched = { year: 2027, version: 0, days: null, draft: null, updatedBy: null, updateTime: null }
const draft = {
  ...untouched,
  version: 3,
  draft: [free],
  updatedBy: '王宁',
  updateTime: '2026-11-20 08:00:00',
}
const counts = { later: 42, earlier: 3, same: 118, overdue: 1 }
const answers = {
  [calendarCalls.year.path]: draft,
  [calendarCalls.preview.path]: counts,
  [calendarCalls.saveDraft.path]: draft,
  [calendarCalls.enable.path]: counts,
  [calendarCalls.history.path]: { pageList: [], rowCount: 0 },
}
const show = (given: object = {}) => {
  answering({ ...answers, ...given })
  return showPage(<CalendarPage />, '/?year=2027')
}
/** Accessible names of all days of a year take long to compute here; the journey presses them by their names. */
const day = (of: string) =>
  vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-day="${of}"]`)
    expect(found).toBeTruthy()
    return found!
  })
const button = (text: string) => screen.getByText<HTMLButtonElement>(text, { selector: 'button' })
const theDialog = () =>
  vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="dialog"]')
    expect(found).toBeTruthy()
    return found!
  })
const sent = (path: string) =>
  vi.mocked(send).mock.calls.findLast(([call]) => call.path === path)?.[1] as Record<string, unknown>

test('a year shows its days, what they move, and who saved the draft', async () => {
  show()
  const first = await day('2027-01-01')
  expect([first.dataset.kind, first.getAttribute('aria-label')]).toEqual([
    'off',
    '2027 年 1 月 1 日 星期五，放假 元旦',
  ])
  expect(screen.getByText('20 个工作日', { selector: '[aria-label="2027 年 1 月"] *' })).toBeTruthy()
  expect(await screen.findByText('顺延 42，提前 3，照常 118')).toBeTruthy()
  expect(screen.getByText('1 个')).toBeTruthy()
  expect(screen.getByText('草稿，待核对后启用')).toBeTruthy()
  expect(screen.getByText(/目前按周一至周五计算工作日/)).toBeTruthy()
})

test('days are chosen as a range and made free, and the draft is saved in its version', async () => {
  show()
  fireEvent.pointerDown(await day('2027-02-05'), { button: 0, pointerType: 'mouse' })
  fireEvent.pointerDown(await day('2027-02-07'), { button: 0, pointerType: 'mouse', shiftKey: true })
  const side = screen.getByRole('complementary', { name: '所选日期' })
  expect(within(side).getByRole('heading', { name: /02-05 至 02-07 3 天/ })).toBeTruthy()
  await userEvent.click(within(side).getByRole('button', { name: '放假' }))
  await userEvent.type(within(side).getByLabelText('名称'), '春节')
  expect(screen.getByText('有未保存的改动')).toBeTruthy()
  expect(button('核对后启用').getAttribute('aria-description')).toBe('请先保存草稿')
  await userEvent.click(button('保存草稿'))
  expect(sent(calendarCalls.saveDraft.path)).toEqual({
    year: 2027,
    version: 3,
    days: [
      free,
      ...['05', '06', '07'].map((each) => ({ day: `2027-02-${each}`, kind: 'off', name: '春节' })),
    ],
  })
})

test('arrow keys go from day to day, also by weeks', async () => {
  show()
  const first = await day('2027-01-01')
  first.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement?.getAttribute('data-day')).toBe('2027-01-09')
  expect((await day('2027-01-09')).getAttribute('aria-pressed')).toBe('true')
})

test('what was pasted replaces the draft once every line is understood', async () => {
  show()
  await day('2027-01-01')
  await userEvent.click(button('导入'))
  const dialog = await theDialog()
  const text = within(dialog).getByLabelText('每行一天或一段')
  fireEvent.change(text, { target: { value: '2027-05-01,2027-05-05,放假,劳动节\n五月八日,调休上班' } })
  expect(within(dialog).getByRole('alert').textContent).toContain('第 2 行没有日期')
  fireEvent.change(text, { target: { value: '2027-05-01,2027-05-05,放假,劳动节\n5月8日,调休上班' } })
  expect(within(dialog).getByText('识别出放假 5 天，调休上班 1 天')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: '填入草稿' }))
  expect((await day('2027-05-08')).dataset.kind).toBe('work')
  expect((await day('2027-01-01')).dataset.kind).toBeUndefined()
})

test('enabling asks first, with what moves, and shows why it was refused', async () => {
  show({ [calendarCalls.enable.path]: refusal('节假日历已在别处更新，请刷新后重试') })
  await day('2027-01-01')
  await userEvent.click(button('核对后启用'))
  const dialog = await theDialog()
  expect(await within(dialog).findByText(/顺延 42 个，提前 3 个，照常 118 个/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: '启用' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('已在别处更新')
  expect(sent(calendarCalls.enable.path)).toEqual({ year: 2027, version: 3 })
})

test('an untouched year has nothing to enable', async () => {
  show({ [calendarCalls.year.path]: untouched })
  expect(await screen.findByText('未设置，按周一至周五')).toBeTruthy()
  expect(button('核对后启用').getAttribute('aria-description')).toBe('没有待启用的草稿')
})

test('a year that cannot be read is told', async () => {
  show({ [calendarCalls.year.path]: refusal('系统繁忙') })
  expect(await screen.findByText('节假日历没有取到')).toBeTruthy()
})
