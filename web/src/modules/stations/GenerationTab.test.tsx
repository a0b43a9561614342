import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/queries.ts'
import { GenerationTab } from './GenerationTab.tsx'
import type { StationDetail } from './station.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const figures = { days: 1, energyKwh: 4321, planKwh: null, irradiation: null, hours: null, pr: null }
const answer = {
  rows: [{ at: '2026-11-01', ...figures }],
  total: figures,
  lastYearKwh: null,
  capacityKwp: 100,
  firstDay: '2026-11-01',
  lastDay: '2026-11-01',
}
const open = (psId: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <GenerationTab station={{ psId } as StationDetail} />
    </QueryClientProvider>,
  )

test('its rows are days of a month, or months of a year', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, code: 200, result: answer, result_code: '1', result_data: answer }),
  )
  open('9')
  const namesOf = async (name: string) => (await screen.findAllByRole('columnheader', { name })).length
  const days = await namesOf('日期')
  fireEvent.click(screen.getByRole('button', { name: '按月' }))
  expect(await namesOf('月份')).toBe(days)
  expect(screen.queryByRole('columnheader', { name: '日期' })).toBeNull()
})

test('meter data that was read is held: it is there at once when it is opened again, of that station alone', async () => {
  const asked = vi.fn<(url: string) => Promise<Response>>(async () =>
    Response.json({ success: true, code: 200, result: answer, result_code: '1', result_data: answer }),
  )
  vi.stubGlobal('fetch', asked)
  open('7')
  expect((await screen.findAllByText('4,321')).length).toBeGreaterThan(0)
  cleanup()
  asked.mockImplementation(() => new Promise(() => undefined))
  open('7')
  expect(screen.getAllByText('4,321').length).toBeGreaterThan(0)
  cleanup()
  open('8')
  expect(screen.queryByText('4,321')).toBeNull()
})
