import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { DeviceTypes } from './DeviceTypes.tsx'
import type { DeviceRow } from './device.ts'
import { LabelSheets } from './LabelSheets.tsx'
import { MoveDevices } from './MoveDevices.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const nothing = () => undefined
const deviceOf = (id: string) =>
  ({ id, version: 1, psId: '12', psName: '射阳一期', name: `${id} 号逆变器`, code: `NB-${id}` }) as DeviceRow

test.each([
  [['1'], '移动 1 号逆变器', '1 号逆变器。下级设备随之移动。'],
  [['1', '2'], '移动 2 台设备', '1 号逆变器、2 号逆变器。下级设备随之移动。'],
  [
    ['1', '2', '3', '4', '5', '6'],
    '移动 6 台设备',
    '1 号逆变器、2 号逆变器、3 号逆变器、4 号逆变器、5 号逆变器 等 6 台。下级设备随之移动。',
  ],
])('the move of %j names what is moved', async (ids, title, text) => {
  answering({})
  render(<MoveDevices devices={ids.map(deviceOf)} open onClose={nothing} onMoved={nothing} />, {
    wrapper: Page,
  })
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
})

test('a device type unfolds and folds what is below it', async () => {
  const leaf = { id: '2', name: '组串式', code: 'ZC', status: '1', deviceCount: 3, children: [] }
  const root = { id: '1', name: '逆变器', code: 'NB', status: '1', deviceCount: 3, children: [leaf] }
  answering({ [deviceCalls.types.path]: [root] })
  render(<DeviceTypes open onClose={nothing} />, { wrapper: Page })
  const turn = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await screen.findByText('逆变器')
  expect(screen.queryByText('组串式')).toBeNull()
  await turn('展开逆变器')
  expect(screen.getByText('组串式')).toBeTruthy()
  await turn('收起逆变器')
  expect(screen.queryByText('组串式')).toBeNull()
})

test('labels show that they are read, and then stand on their sheet', async () => {
  let arrive: (page: unknown) => void = nothing
  answering({ [deviceCalls.page.path]: () => new Promise((resolve) => (arrive = resolve)) })
  render(<LabelSheets ids={['1', '2', 'x']} base="#/station/device" onClose={nothing} />, { wrapper: Page })
  expect(screen.queryByRole('status')).toBeNull()
  expect(await screen.findByRole('status', { name: '正在加载' })).toBeTruthy()
  arrive({ pageList: [deviceOf('1'), deviceOf('2')], rowCount: 2 })
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByText('2 张，A4 纸 1 页')).toBeTruthy()
})
