import { cleanup, render, screen } from '@testing-library/react'
import { Input, Select } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { Field } from './Field.tsx'
import { Still } from './still.fixture.tsx'
import { TimeInput } from './TimeInput.tsx'

afterEach(cleanup)

test.each([
  ['a text', (control: object) => <Input {...control} />],
  ['a choice', (control: object) => <Select {...control} />],
  ['a time', (control: object) => <TimeInput {...control} value={null} onChange={() => undefined} />],
])('%s says that it is required, and its name is the label alone', (_what, control) => {
  const { rerender } = render(
    <Field label="名称" required>
      {control}
    </Field>,
    { wrapper: Still },
  )
  expect(screen.getByLabelText('名称', { exact: true }).getAttribute('aria-required')).toBe('true')
  rerender(<Field label="名称">{control}</Field>)
  expect(screen.getByLabelText('名称').getAttribute('aria-required')).toBeNull()
})
