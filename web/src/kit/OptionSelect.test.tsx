import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { OptionSelect } from './OptionSelect.tsx'

const options = [
  { value: '1', label: '正常' },
  { value: '2', label: '停用' },
  { value: '3', label: '已注销' },
]

// Loaded lazily; on a busy machine loading takes longer than a test waits.
beforeAll(() => import('./OptionList.tsx'))
afterEach(cleanup)

function Shown({ first, several = false }: { first?: string[]; several?: boolean }) {
  const [value, setValue] = useState(first ?? [])
  return (
    <>
      <OptionSelect
        label="状态"
        prefixed
        placeholder="全部"
        options={options}
        value={value}
        several={several}
        clearable
        onChange={setValue}
      />
      <output>{value.join()}</output>
      <button type="button">别处</button>
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: '状态' })
const listed = () => field().getAttribute('aria-expanded') === 'true'

test.each([
  ['nothing', [], '状态全部'],
  ['one', ['2'], '状态停用'],
  ['several', ['1', '3'], '状态正常 等 2 项'],
  ['a value without an option', ['9'], '状态9'],
])('shows %s before it is used', (_, first, text) => {
  render(<Shown first={first} several />)
  expect(field().textContent).toBe(text)
})

test('a press opens the list, and a choice is told', async () => {
  const user = userEvent.setup()
  render(<Shown />)
  await user.click(field())
  await user.click(await screen.findByTitle('停用'))
  expect(screen.getByRole('status').textContent).toBe('2')
})

test('the focus brings the field of the keyboard without opening it', async () => {
  const user = userEvent.setup()
  render(<Shown />)
  await user.tab()
  await screen.findByRole('combobox', { name: '状态' })
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  expect(listed()).toBe(false)
  await user.keyboard('停')
  await expect.poll(listed).toBe(true)
})

test('whoever has gone on before the list was loaded keeps the focus', async () => {
  render(<Shown />)
  field().focus()
  const elsewhere = screen.getByRole('button', { name: '别处' })
  elsewhere.focus()
  fireEvent.pointerEnter(field().parentElement!)
  await new Promise((done) => setTimeout(done))
  expect(document.activeElement).toBe(elsewhere)
  expect(field().tagName).toBe('BUTTON')
})

test('is cleared without being opened', async () => {
  const user = userEvent.setup()
  render(<Shown first={['1']} />)
  await user.click(screen.getByRole('button', { name: '清空状态' }))
  expect(screen.getByRole('status').textContent).toBe('')
  expect(listed()).toBe(false)
})
