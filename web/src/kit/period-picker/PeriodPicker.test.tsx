import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Still } from '../still.fixture.tsx'
import { MonthRangePicker, YearPicker, YearRangePicker } from './PeriodPicker.tsx'
import { inOrder, type Period } from './periods.ts'

afterEach(cleanup)

const inputs = () => screen.getAllByRole<HTMLInputElement>('textbox')
const values = () => inputs().map(({ value }) => value)

/** Types into the fields one after the other. */
function type(...texts: string[]) {
  for (const [at, text] of texts.entries()) {
    const input = inputs()[at]!
    fireEvent.mouseDown(input)
    fireEvent.focus(input)
    fireEvent.change(input, { target: { value: text } })
    fireEvent.keyDown(input, { key: 'Enter' })
  }
}

const onChange = vi.fn<(value: Period) => void>()
const onYear = vi.fn<(value: string | null) => void>()

describe('pickers of periods (spec 2 §2, §5)', () => {
  test('a year picker gives and takes a year', () => {
    render(<YearPicker aria-label="预算年度" value="2025" onChange={onYear} />, { wrapper: Still })
    expect(values()).toEqual(['2025'])
    type('2026')
    expect(onYear).toHaveBeenCalledExactlyOnceWith('2026')
  })

  test('a year-range picker swaps start and end if they are reversed', () => {
    render(<YearRangePicker value={['2026', '2023']} onChange={onChange} />, { wrapper: Still })
    expect(values()).toEqual(['2023', '2026'])
    cleanup()
    render(<YearRangePicker value={[null, null]} onChange={onChange} />, { wrapper: Still })
    type('2026', '2023')
    expect(onChange).toHaveBeenLastCalledWith(['2023', '2026'])
  })

  test('a month-range picker gives its values as YYYY-MM', () => {
    render(<MonthRangePicker value={[null, null]} onChange={onChange} />, { wrapper: Still })
    type('2025-11', '2026-02')
    expect(onChange).toHaveBeenLastCalledWith(['2025-11', '2026-02'])
  })

  test('shows nothing for what is no period', () => {
    render(<MonthRangePicker value={['2026-13', 'heute']} onChange={onChange} />, { wrapper: Still })
    expect(values()).toEqual(['', ''])
  })

  test.each<[Period, Period]>([
    [
      ['2026-11', '2026-02'],
      ['2026-02', '2026-11'],
    ],
    [
      ['2026-02', '2026-02'],
      ['2026-02', '2026-02'],
    ],
    [
      ['2026-02', null],
      ['2026-02', null],
    ],
    [
      [null, '2026-02'],
      [null, '2026-02'],
    ],
  ])('%j in order is %j', (given, ordered) => {
    expect(inOrder(given)).toEqual(ordered)
  })
})
