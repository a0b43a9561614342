import { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MapStation, StationMap } from '../../domain/station-map/figures.ts'
import { Still } from '../../kit/still.fixture.tsx'
import { send } from '../../lib/call.ts'
import { queryClient } from '../../lib/queries.ts'
import { ProvinceView } from './ProvinceView.tsx'
import { StationsMap } from './StationsMap.tsx'
import { TileView } from './TileView.tsx'

vi.mock('../../lib/call.ts', { spy: true })

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
  宁夏: (map: StationMap) => (
    <ProvinceView
      province="宁夏"
      map={map}
      provinces={map.provinces}
      neighbours={{ before: null, after: null }}
      links={links}
      onMove={() => undefined}
      onLeave={() => undefined}
    />
  ),
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

const nowhere = { ...full, total: { ...full.total, stations: 0 }, provinces: [], stations: [] }

it.each([
  [null, '还没有电站'],
  [{ text: '类型：分布式', onClear: () => undefined }, '没有符合条件的电站'],
])('without stations it says why: %j', async (filtered, words) => {
  vi.mocked(send).mockResolvedValue(nowhere as never)
  queryClient.clear()
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <StationsMap
          narrowing={{}}
          filtered={filtered}
          links={links}
          onMove={() => undefined}
          onLeave={() => undefined}
          add={null}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect(await screen.findByText(words)).toBeTruthy()
})

it.each([
  [0, null],
  [1, '1 座未填坐标'],
])('%d stations without coordinates are linked to as %s', (unplaced, words) => {
  show('宁夏', { ...full, unplaced })
  expect(screen.queryByText(/座未填坐标$/)?.textContent ?? null).toBe(words)
})

it('names a province without orders by its count and capacity, and lists its stations', async () => {
  show('全国', plain)
  const grid = screen.getByRole('group', { name: /^各省电站/ })
  expect(grid.querySelector('[data-province]')?.textContent).toContain('宁夏，1 座，50.0 MW')
  await userEvent.click(screen.getByRole('button', { name: '电站' }))
  expect(screen.getByRole('row', { name: '灵武一期 50.0' })).toBeTruthy()
})

describe('from one province to the next', () => {
  const places = ['河北', '安徽', '宁夏'].map((province) => ({ ...full.provinces[0]!, province }))
  const asked: unknown[] = []

  beforeEach(() => {
    asked.length = 0
    queryClient.clear()
    vi.mocked(send).mockImplementation(async (call, input) => {
      expect(call).toBe(stationMapCalls.archive)
      const { province } = input as { province?: string }
      asked.push(province)
      const some = places.filter((each) => province === undefined || each.province === province)
      const stations = some.map((each, at) => ({
        ...station,
        psId: String(at),
        psName: `${each.province}一期`,
      }))
      return { ...full, provinces: some, stations } as never
    })
  })

  function Shown() {
    const [province, setProvince] = useState<string | undefined>('河北')
    return (
      <StationsMap
        narrowing={{ ...(province && { province }) }}
        filtered={null}
        links={links}
        onMove={setProvince}
        onLeave={() => setProvince(undefined)}
        add={null}
      />
    )
  }

  async function open() {
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Shown />
        </MemoryRouter>
      </QueryClientProvider>,
      { wrapper: Still },
    )
    await screen.findByRole('button', { name: '下一省 安徽' })
    return userEvent.setup()
  }
  const heading = (name: string) => screen.findByRole('heading', { name, level: 2 })

  it('goes by the brackets and by buttons, over provinces without stations, and back to the tiles', async () => {
    const user = await open()
    await heading('河北')
    expect(screen.getByRole('button', { name: '上一省 宁夏' })).toBeTruthy()
    await user.keyboard(']')
    await heading('安徽')
    expect(screen.getByRole('row', { name: /^安徽一期/ })).toBeTruthy()
    const next = screen.getByRole('button', { name: '下一省 --' })
    expect(next.getAttribute('aria-description')).toBe('已是最后一个有电站的省份')
    await user.keyboard(']')
    await user.click(next)
    await heading('安徽')
    await user.keyboard('[[[[')
    await heading('宁夏')
    await user.click(screen.getByRole('button', { name: '下一省 河北' }))
    await heading('河北')
    // The focus stays where it goes on.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '下一省 安徽' }))
    await user.keyboard('{Escape}')
    await screen.findByRole('group', { name: /^各省电站/ })
    expect(new Set(asked)).toEqual(new Set([undefined, '河北', '安徽', '宁夏']))
  })

  it('keeps the province before until the next one is read, and never shows it as the only tile', async () => {
    const user = await open()
    let answer = (_map: StationMap) => {}
    vi.mocked(send).mockImplementation(
      () => new Promise((resolve) => (answer = (map) => resolve(map as never))),
    )
    await user.keyboard(']')
    await screen.findByRole('button', { name: '上一省 河北' })
    await heading('河北')
    expect(screen.queryByRole('group', { name: /^各省电站/ })).toBeNull()
    answer({ ...full, provinces: [places[1]!] })
    await heading('安徽')
  })

  it('shows its place among all, for the pointer', async () => {
    const user = await open()
    const inset = () => screen.getByText('全国', { selector: '[aria-hidden]' })
    const here = () => inset().querySelector('[class*="here"]')?.getAttribute('title')
    expect(here()).toBe('河北 1 座')
    expect(within(inset()).getAllByRole('button', { hidden: true })).toHaveLength(3)
    await user.click(within(inset()).getByTitle('宁夏 1 座'))
    await heading('宁夏')
    await waitFor(() => expect(here()).toBe('宁夏 1 座'))
  })
})
