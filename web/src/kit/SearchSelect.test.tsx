import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SearchSelect } from './SearchSelect.tsx'

const inverter = { value: '7', label: '2号逆变器' }
const others = [
  { value: '8', label: '3号逆变器' },
  { value: '9', label: '4号逆变器' },
]

test.each([
  ['stays among those found', others, ['2号逆变器', '3号逆变器', '4号逆变器']],
  ['is listed once', [inverter, ...others], ['2号逆变器', '3号逆变器', '4号逆变器']],
])('what is chosen keeps its name and %s', async (_what, choices, listed) => {
  render(
    <SearchSelect
      noun="设备"
      label="设备"
      placeholder="选择设备"
      read={{ isFetching: false, error: null }}
      choices={choices}
      known={inverter}
      value="7"
      onWord={() => {}}
      onChange={() => {}}
    />,
  )
  await userEvent.click(screen.getByRole('combobox', { name: '设备' }))
  await screen.findByText('4号逆变器')
  const options = document.querySelectorAll('.ant-select-item-option-content')
  expect([...options].map(({ textContent }) => textContent)).toEqual(listed)
})
