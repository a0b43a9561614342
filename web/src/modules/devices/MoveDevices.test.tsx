import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { CallError, send } from '../../lib/call.ts'
import type { DeviceRow } from './device.ts'
import { MoveDevices } from './MoveDevices.tsx'

vi.mock('../../lib/call.ts', { spy: true })

isolatePages()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const device = (id: string, version: number) =>
  ({ id, version, name: `${id}号逆变器`, code: id, psId: '3', psName: '云岭一期' }) as DeviceRow

it('starts from the devices as they are now, whichever page they were chosen on, and again after 刷新', async () => {
  const now = [device('1', 4), device('2', 1)]
  const sent: unknown[] = []
  vi.mocked(send).mockImplementation(async (call, input) => {
    if (call.path === deviceCalls.page.path) return { pageList: [...now], rowCount: 2 } as never
    if (call.path === stationCalls.options.path) return { list: [], total: 0 } as never
    if (call.path !== deviceCalls.move.path) return [] as never
    sent.push((input as { devices: unknown }).devices)
    if (sent.length > 1) return { moved: 2 } as never
    now[1] = device('2', 7)
    throw new CallError('设备“2”已在别处更新，请刷新后重试', 200, 'device.stale', null)
  })
  const onMoved = vi.fn()
  const user = userEvent.setup()
  const asked = () => vi.mocked(send).mock.calls.filter(([{ path }]) => path === deviceCalls.page.path)
  const chosen = [device('1', 2), device('2', 1)]
  render(<MoveDevices devices={chosen} open onClose={vi.fn()} onMoved={onMoved} />, { wrapper: Page })
  await waitFor(() => expect(asked()).toHaveLength(1))
  await user.type(await screen.findByRole('textbox', { name: /移动原因/ }), '备件调拨')
  await user.click(screen.getByRole('button', { name: '移动' }))
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '刷新' })).toBeNull())
  // A second press at once would be taken for a double click.
  vi.setSystemTime(Date.now() + 2000)
  await user.click(screen.getByRole('button', { name: '移动' }))
  await waitFor(() => expect(onMoved).toHaveBeenCalled())
  expect(sent).toEqual([
    [
      { id: '1', version: 4 },
      { id: '2', version: 1 },
    ],
    [
      { id: '1', version: 4 },
      { id: '2', version: 7 },
    ],
  ])
})
