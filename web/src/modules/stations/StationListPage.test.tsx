import { stationCalls } from '@heliodesk/contract/stations.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { StationListPage } from './StationListPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => vi.stubGlobal('innerWidth', 1440))

test.each([
  ['1', ['编辑', '退场'], true],
  ['2', ['编辑', '恢复在维'], false],
])('a station in maintenance state %s offers %j', async (maintenanceStatus, titles, isDangerous) => {
  useGrants.setState({ pages: [], buttons: ['station:edit'], notInForce: [] })
  const station = { psId: '3', psName: '红柳沟一期', capacityKwp: 20_000, status: '1', maintenanceStatus }
  answering({ [stationCalls.page.path]: { list: [station], total: 1, sum: null } })
  render(<StationListPage />, { wrapper: Page })
  const row = within((await screen.findByText('红柳沟一期')).closest('tr')!)
  await userEvent.click(row.getByRole('button', { name: '更多操作' }))
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(titles)
  expect(items.at(-1)!.className.includes('danger')).toBe(isDangerous)
})
