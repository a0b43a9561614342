import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { OrderField } from './OrderField.tsx'

const names = { a: '不可抗力', b: '计划检修', c: '强迫停运' }
type Key = keyof typeof names
const usual: Key[] = ['a', 'b', 'c']

function Held({ start = usual }: { start?: Key[] }) {
  const [order, setOrder] = useState(start)
  return <OrderField label="先后" names={names} usual={usual} value={order} onChange={setOrder} />
}

const shown = () => screen.getAllByRole('listitem').map((row) => row.textContent.replace(/，第 \d 位/, ''))
const grip = (name: string) =>
  screen
    .getAllByRole('listitem')
    .find((row) => row.textContent.includes(name))!
    .querySelector('button')

test('Alt with an arrow moves a row, whose focus goes with it; an arrow alone goes to the next row', async () => {
  render(<Held />)
  grip('强迫停运')!.focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(shown()).toEqual(['1不可抗力', '2强迫停运', '3计划检修'])
  await waitFor(() => expect(document.activeElement).toBe(grip('强迫停运')))
  await userEvent.keyboard('{ArrowUp}')
  await waitFor(() => expect(document.activeElement).toBe(grip('不可抗力')))
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(shown()).toEqual(['1不可抗力', '2强迫停运', '3计划检修'])
})

test('the buttons move a row, and keep the focus', async () => {
  render(<Held />)
  await userEvent.click(screen.getByRole('button', { name: '不可抗力下移' }))
  expect(shown()).toEqual(['1计划检修', '2不可抗力', '3强迫停运'])
  const down = screen.getByRole('button', { name: '不可抗力下移' })
  await waitFor(() => expect(document.activeElement).toBe(down))
  await userEvent.click(down)
  expect(shown()).toEqual(['1计划检修', '2强迫停运', '3不可抗力'])
  expect(down.getAttribute('aria-disabled')).toBe('true')
})

test('a row is dragged to another place', () => {
  render(<Held />)
  const [first, , last] = screen.getAllByRole('listitem')
  fireEvent.dragStart(last!, { dataTransfer: {} })
  fireEvent.dragOver(first!)
  fireEvent.drop(first!)
  expect(shown()).toEqual(['1强迫停运', '2不可抗力', '3计划检修'])
})

test('the usual order can be had back', async () => {
  render(<Held start={['c', 'a', 'b']} />)
  await userEvent.click(screen.getByRole('button', { name: '恢复默认先后' }))
  expect(shown()).toEqual(['1不可抗力', '2计划检修', '3强迫停运'])
  expect(screen.getByRole('button', { name: '恢复默认先后' }).getAttribute('aria-disabled')).toBe('true')
})
