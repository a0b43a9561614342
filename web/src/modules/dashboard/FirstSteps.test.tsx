import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useGrants } from '../../lib/permission.tsx'
import { FirstSteps } from './FirstSteps.tsx'

afterEach(cleanup)

function steps(buttons: string[], pages: string[]) {
  useGrants.setState({ buttons, pages, notInForce: [] })
  render(
    <MemoryRouter>
      <FirstSteps />
    </MemoryRouter>,
  )
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
}

test('the first steps are those that the rights allow, in their order', () => {
  expect(
    steps(
      ['order:create', 'station:edit', 'import:run'],
      ['/taskCenter', '/station/archive', '/system/import'],
    ),
  ).toEqual(['/station/archive', '/system/import', '/taskCenter'])
})

test('a right without its page leads nowhere', () => {
  expect(steps(['order:create', 'station:edit'], ['/taskCenter'])).toEqual(['/taskCenter'])
})

test('who may do nothing is told whom to ask', () => {
  expect(steps(['order:list'], ['/taskCenter'])).toEqual([])
  expect(screen.getByText(/请联系管理员/)).toBeTruthy()
})
