import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Select } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { Still } from './still.fixture.tsx'
import { tabLeaves } from './tab-leaves.ts'

afterEach(cleanup)

const options = [{ value: '1', label: '管理员' }]

// The first case is Ant Design's own behaviour; if it changes, tabLeaves can be removed.
test.each([
  ['chooses what is highlighted by itself', {}, 1],
  ['only leaves the field with tabLeaves', tabLeaves, 0],
])('Tab in a list of several %s', async (_what, props, choices) => {
  const onChange = vi.fn()
  render(
    <Select
      {...props}
      mode="multiple"
      aria-label="角色"
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />,
    { wrapper: Still },
  )
  await userEvent.setup().type(screen.getByRole('combobox'), '管')
  await screen.findByRole('option', { name: '管理员' })
  // user-event does not set `which`, which Ant Design reads.
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Tab', keyCode: 9, which: 9 })
  expect(onChange).toHaveBeenCalledTimes(choices)
})
