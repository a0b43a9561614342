import { render, screen, within } from '@testing-library/react'
import { Sun, Zap } from 'lucide-react'
import { expect, test } from 'vitest'
import { formatCapacity } from '../format.ts'
import { RowCard } from './RowCard.tsx'

test('the facts of a card are a list, each with the name of its icon; empty facts are left out', () => {
  render(
    <RowCard
      href="#/taskCenter?order=7"
      state="待指派"
      beside="其他事项"
      name="汇流箱进水"
      facts={[
        [Sun, '电站', '青海共和'],
        [Zap, '损失', false],
        [Zap, '容量', formatCapacity(null)],
      ]}
      actions={[]}
    />,
  )
  const facts = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(facts.map(({ textContent }) => textContent)).toEqual(['青海共和'])
  expect(within(facts[0]!).getByRole('img', { name: '电站' })).toBeTruthy()
})
