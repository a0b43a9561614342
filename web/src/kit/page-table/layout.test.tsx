import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Still } from '../still.fixture.tsx'
import { SampleTable } from './sample-table.fixture.tsx'

test.each([
  [390, 'page-table phone standard', 'list'],
  [1440, 'page-table standard', 'table'],
])('a window of %d px shows a list as %s', (width, className, role) => {
  vi.stubGlobal('innerWidth', width)
  const { container } = render(<SampleTable codes={['GD1']} renderCard={({ code }) => <b>{code}</b>} />, {
    wrapper: Still,
  })
  expect(container.firstElementChild!.className).toBe(className)
  expect(screen.getByRole(role, { name: '工单' })).toBeTruthy()
})
