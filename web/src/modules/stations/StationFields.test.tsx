import { stationCalls } from '@heliodesk/contract/stations.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Still } from '../../kit/still.fixture.tsx'
import { useForm } from '../../kit/use-form.ts'
import { send } from '../../lib/call.ts'
import { queryClient } from '../../lib/queries.ts'
import type { StationDetail } from './station.ts'
import { StationFields } from './StationFields.tsx'

vi.mock('../../lib/call.ts', { spy: true })

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const known = { psaId: '3', psaName: '云岭项目', depId: '5', maintenanceStatus: '1' } as StationDetail

function Fields({ depId, station }: { depId: string; station?: StationDetail }) {
  const form = useForm(stationCalls.add.input, { depId, status: '1' })
  return <StationFields form={form} known={station} nameTaken={null} />
}

function show(depId: string, station?: StationDetail) {
  vi.mocked(send).mockResolvedValue([] as never)
  render(
    <QueryClientProvider client={queryClient}>
      <Fields depId={depId} station={station} />
    </QueryClientProvider>,
    { wrapper: Still },
  )
}

test.each<[string, boolean, string, StationDetail | undefined]>([
  ['a new station', false, '5', undefined],
  ['a station that stays in its department', false, '5', known],
  ['a station that moves to another department', true, '6', known],
])('%s is told that its orders move along: %s', (_which, expected, depId, station) => {
  show(depId, station)
  expect(screen.queryByText('电站的工单随电站一起移到新部门') !== null).toBe(expected)
})

test.each([
  ['1', false, '停用的电站不能新建工单'],
  ['2', true, '已退场，恢复在维后才能启用'],
])('the status of a station in maintenance state %s is fixed: %s', (maintenanceStatus, fixed, hint) => {
  show('5', { ...known, maintenanceStatus } as StationDetail)
  screen.getByText(hint)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /状态/ }).disabled).toBe(fixed)
})
