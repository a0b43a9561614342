import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import type { MapStation, StationMap } from '../../domain/station-map/figures.ts'
import { ProvinceView } from './ProvinceView.tsx'
import { TileView } from './TileView.tsx'

afterEach(cleanup)

const groupOrders = { open: 2, overdue: 1, outages: 1, lossPower: 300, lossPerMw: 6 }

const station: MapStation = {
  psId: '1',
  psName: '灵武一期',
  psaId: '2',
  psaName: '灵武',
  province: '宁夏',
  city: '银川',
  county: '灵武',
  longitude: 106.3,
  latitude: 38.1,
  capacityKwp: 50_000,
  maintenanceStatus: '1',
  status: '1',
  orders: { open: 2, overdue: 1, outage: true, lossPower: 300 },
}

const full: StationMap = {
  total: { stations: 1, capacityKwp: 50_000, orders: groupOrders },
  provinces: [{ province: '宁夏', stations: 1, capacityKwp: 50_000, orders: groupOrders }],
  stations: [station],
  unplaced: 0,
}

/** The same for people who may not see orders. */
const plain: StationMap = {
  total: { ...full.total, orders: null },
  provinces: full.provinces.map((each) => ({ ...each, orders: null })),
  stations: [{ ...station, orders: null }],
  unplaced: 0,
}

const links = {
  province: (name: string) => `/?province=${name}`,
  station: (psId: string) => `/${psId}`,
  unplaced: '/unplaced',
}

const views = {
  全国: (map: StationMap) => <TileView map={map} links={links} isReal={false} focused={null} />,
  宁夏: (map: StationMap) => <ProvinceView name="宁夏" map={map} links={links} onLeave={() => undefined} />,
}

const show = (view: keyof typeof views, map: StationMap) =>
  render(<MemoryRouter>{views[view](map)}</MemoryRouter>).container

const ofOrders = /损失|超时|抢修|陪停|在办|每 MW|着色|正常/

describe.each(['全国', '宁夏'] as const)('%s', (view) => {
  it('tells of orders to people who may see them', () => {
    const shown = show(view, full)
    expect(shown.outerHTML).toMatch(ofOrders)
    expect(/--c-av-[0-9]/.test(shown.outerHTML)).toBe(view === '全国')
  })

  it('tells others nothing of orders, but names, counts and capacity', async () => {
    const shown = show(view, plain)
    await userEvent.hover(screen.getAllByRole('row')[1]!)
    expect(shown.outerHTML).not.toMatch(ofOrders)
    expect(shown.outerHTML).not.toMatch(/--c-av-[0-9]/)
    expect(shown.textContent).toContain('50.0 MW')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
      view === '全国' ? ['省份', '座', 'MW'] : ['名称', 'MW'],
    )
  })
})

it('names a province without orders by its count and capacity, and lists its stations', async () => {
  show('全国', plain)
  const grid = screen.getByRole('group', { name: /^各省电站/ })
  expect(grid.querySelector('[data-province]')?.textContent).toContain('宁夏，1 座，50.0 MW')
  await userEvent.click(screen.getByRole('button', { name: '电站' }))
  expect(screen.getByRole('row', { name: '灵武一期 50.0' })).toBeTruthy()
})
