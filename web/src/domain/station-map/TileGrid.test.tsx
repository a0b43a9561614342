import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { OrderFigures, ProvinceFigures } from './figures.ts'
import { TileGrid } from './TileGrid.tsx'

afterEach(cleanup)

const province = (
  name: string | null,
  { capacityKwp = 50_000, ...orders }: Partial<OrderFigures> & { capacityKwp?: number | null } = {},
): ProvinceFigures => ({
  province: name,
  stations: 3,
  capacityKwp,
  orders: { open: 2, overdue: 0, outages: 0, lossPower: 0, lossPerMw: 0, ...orders },
})

const Address = () => <output>{decodeURIComponent(useLocation().search)}</output>

const show = (
  provinces: ProvinceFigures[],
  linkTo: (name: string) => string | null = (name) => `/?province=${name}`,
) =>
  render(
    <MemoryRouter>
      <TileGrid label="各省电站" provinces={provinces} linkTo={linkTo} />
      <Address />
    </MemoryRouter>,
  )

const some = [
  province('宁夏', { lossPower: 300, lossPerMw: 6, overdue: 2, outages: 1 }),
  province('山西'),
  province('内蒙古', { capacityKwp: null, lossPerMw: null }),
  province(null),
]

it('names the figures of each province, and those of none', () => {
  show(some)
  expect(
    screen.getByRole('link', {
      name: '宁夏，3 座，50.0 MW，损失 300.0 kWh/h，每 MW 6.0，在办 2 单，超时 2 单，抢修陪停 1 座',
    }).textContent,
  ).toContain('6.0')
  expect(screen.getByRole('link', { name: /^内蒙古，3 座，--，/ }).textContent).toContain('--')
  expect(screen.getByRole('link', { name: /^其他，/ })).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(4)
  expect(screen.getByTitle('西藏没有电站')).toBeTruthy()
})

it('has one tab stop, moves by arrows and opens by Enter', async () => {
  show(some)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /^宁夏/ }))
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /^内蒙古/ }))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /^山西/ }))
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /^山西/ }))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('status').textContent).toBe('?province=山西')
})

it('tells people without access to the archive the figures, without links', () => {
  show(some, () => null)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByRole('img', { name: /^山西，3 座/ })).toBeTruthy()
})
