import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DayField } from './fields/DayField.tsx'
import { MonthRangePicker, YearPicker, YearRangePicker } from './period-picker/PeriodPicker.tsx'
import { DateFilter, DatesFilter } from './search-bar/DatesFilter.tsx'
import { TimeInput } from './TimeInput.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 9, 7), toFake: ['Date'] })
  vi.stubGlobal('innerWidth', 390)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const put = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const typeOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).type

test('a time is the phone’s own input, and is written as on the wire', () => {
  const onChange = vi.fn<(value: string | null) => void>()
  render(<TimeInput aria-label="计划开始" value="2026-11-21 08:30:00" onChange={onChange} />)
  expect(typeOf('计划开始')).toBe('datetime-local')
  expect(screen.getByLabelText<HTMLInputElement>('计划开始').value).toBe('2026-11-21T08:30')
  put('计划开始', '2026-11-22T17:05')
  expect(onChange).toHaveBeenLastCalledWith('2026-11-22 17:05:00')
  put('计划开始', '')
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('times ahead are offered by name beside it, only after the start', () => {
  const onChange = vi.fn<(value: string | null) => void>()
  render(
    <TimeInput aria-label="止" value={null} ahead="end" after="2026-11-19 12:00:00" onChange={onChange} />,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '明天 18:00',
    '本周五 18:00',
    '下周五 18:00',
  ])
  fireEvent.click(screen.getByRole('button', { name: '明天 18:00' }))
  expect(onChange).toHaveBeenLastCalledWith('2026-11-19 18:00:00')
})

test('a day that must lie in the past takes none after today', () => {
  const onChange = vi.fn<ComponentProps<typeof DayField>['onChange']>()
  render(
    <DayField past label="并网日期" error={null} value="" onBlur={() => undefined} onChange={onChange} />,
  )
  expect(typeOf('并网日期')).toBe('date')
  expect(screen.getByLabelText<HTMLInputElement>('并网日期').max).toBe('2026-11-18')
  put('并网日期', '2026-11-19')
  expect(onChange).not.toHaveBeenCalled()
  put('并网日期', '2026-11-18')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-11-18')
})

test.each([
  ['months', 'months-label'],
  [undefined, null],
])('a range of months with the id %s has the name of its field: %s', (id, name) => {
  render(<MonthRangePicker id={id} value={[null, null]} onChange={() => undefined} />)
  expect(screen.getByRole('group').getAttribute('aria-labelledby')).toBe(name)
})

test.each<[string[], string, string, string[]]>([
  [[], '创建时间从', '2026-11-02', ['2026-11-02', '2026-11-02']],
  [[], '创建时间至', '2026-11-05', ['2026-11-05', '2026-11-05']],
  [['2026-11-02', '2026-11-02'], '创建时间至', '2026-11-09', ['2026-11-02', '2026-11-09']],
  [['2026-11-02', '2026-11-09'], '创建时间从', '2026-11-12', ['2026-11-12', '2026-11-12']],
  [['2026-11-02', '2026-11-09'], '创建时间至', '2026-11-01', ['2026-11-01', '2026-11-01']],
  [['2026-11-02', '2026-11-09'], '创建时间从', '', []],
])('the range %j with %s %s is %j', (value, label, day, range) => {
  const onChange = vi.fn<(value: string[]) => void>()
  render(<DatesFilter label="创建时间" value={value} onChange={onChange} />)
  expect(typeOf(label)).toBe('date')
  put(label, day)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(range)
})

test('ranges and days are offered by name', () => {
  const onChange = vi.fn<(value: string[]) => void>()
  render(<DatesFilter label="创建时间" value={['2026-10-01', '2026-10-31']} onChange={onChange} />)
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('上月')
  fireEvent.click(screen.getByRole('button', { name: '近 7 天' }))
  expect(onChange).toHaveBeenLastCalledWith(['2026-11-12', '2026-11-18'])
  cleanup()
  render(<DateFilter label="投运日期" value={[]} onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: '昨天' }))
  expect(onChange).toHaveBeenLastCalledWith(['2026-11-17'])
  put('投运日期', '2026-11-03')
  expect(onChange).toHaveBeenLastCalledWith(['2026-11-03'])
})

test('periods are two inputs; reversed ends are swapped', () => {
  const onChange = vi.fn<ComponentProps<typeof MonthRangePicker>['onChange']>()
  render(<MonthRangePicker aria-label="统计" value={['2026-03', null]} onChange={onChange} />)
  expect(typeOf('统计结束月份')).toBe('month')
  put('统计结束月份', '2026-01')
  expect(onChange).toHaveBeenLastCalledWith(['2026-01', '2026-03'])
  cleanup()
  render(<YearRangePicker aria-label="合同" value={['2024', '2026']} onChange={onChange} />)
  put('合同起始年份', '2030')
  expect(onChange).toHaveBeenLastCalledWith(['2026', '2030'])
})

test('a year is chosen from the phone’s own list, which keeps a year outside it', () => {
  const onChange = vi.fn<(value: string | null) => void>()
  render(<YearPicker aria-label="预算年度" value="1988" onChange={onChange} />)
  const list = screen.getByLabelText<HTMLSelectElement>('预算年度')
  expect(list.value).toBe('1988')
  put('预算年度', '2027')
  expect(onChange).toHaveBeenLastCalledWith('2027')
  put('预算年度', '')
  expect(onChange).toHaveBeenLastCalledWith(null)
})
