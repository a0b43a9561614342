import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import type { Segment } from './check-rule.tsx'
import { SegmentsField } from './SegmentsField.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const [first, second, third] = ['A', 'B', 'C'].map((pattern): Segment => ({
  digits: 1,
  pattern,
  message: '',
}))

test.each([
  ['上移第 2 段', [second, first, third]],
  ['下移第 2 段', [first, third, second]],
  ['删除第 1 段', [second, third]],
  ['添加一段', [first, second, third, { digits: '*', pattern: '', message: '' }]],
])('%s', async (button, result) => {
  answering({})
  const onChange = vi.fn()
  const value = [first!, second!, third!]
  render(<SegmentsField value={value} error={null} onChange={onChange} onBlur={() => undefined} />, {
    wrapper: Page,
  })
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(onChange.mock.calls).toEqual([[result]])
})
