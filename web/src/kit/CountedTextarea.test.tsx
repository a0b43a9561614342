import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CountedTextarea } from './CountedTextarea.tsx'

afterEach(cleanup)

function Note({ max }: { max?: number }) {
  const [value, setValue] = useState('')
  return <CountedTextarea aria-label="备注" value={value} onChange={setValue} max={max} />
}

test('counts current/max with 200 by default, in red when over (spec 2 §2, §5)', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Note />)
  expect(screen.getByText('0/200').className).not.toContain('over')
  rerender(<Note max={3} />)
  await user.type(screen.getByLabelText('备注'), 'abcd')
  expect(screen.getByText('4/3').className).toContain('over')
})

test('trims on blur', async () => {
  const user = userEvent.setup()
  render(<Note />)
  const area = screen.getByLabelText<HTMLTextAreaElement>('备注')
  await user.type(area, '  已处理  ')
  expect(area.value).toBe('  已处理  ')
  await user.tab()
  expect(area.value).toBe('已处理')
})
