import { cleanup, render, screen } from '@testing-library/react'
import { Input, Select } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { Field, REQUIRED } from './Field.tsx'
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

test('a required field says so at its mark, and without a value what is to be done', () => {
  const { rerender } = render(
    <Field label="电站" required ask="选择" error={REQUIRED}>
      {(control) => <Select {...control} />}
    </Field>,
    { wrapper: Still },
  )
  expect(screen.getByText('电站').getAttribute('title')).toBe('此项为必填项')
  expect(screen.getByRole('alert').textContent).toBe('请选择电站')
  rerender(
    <Field label="电站名称" required error="最多允许输入100个字符">
      {(control) => <Input {...control} />}
    </Field>,
  )
  expect(screen.getByRole('alert').textContent).toBe('最多允许输入100个字符')
})
