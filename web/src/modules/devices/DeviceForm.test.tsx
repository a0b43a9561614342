import type { Received } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { storedAs, fileOf } from '../../lib/files.fixture.ts'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { CallError, send } from '../../lib/call.ts'
import { DeviceForm } from './DeviceForm.tsx'

vi.mock('../../lib/call.ts', { spy: true })

isolatePages()

const pictureOf = (name: string) => storedAs(fileOf(name))

const opened: Received<typeof deviceCalls.detail> = {
  id: '5',
  version: 1,
  code: 'NB0305',
  name: '05号逆变器',
  psId: '3',
  psName: '云岭一期',
  depCode: 'A01',
  depName: '总部',
  typeId: '8',
  typeName: '组串式逆变器',
  typePath: '逆变器/组串式逆变器',
  spaceId: null,
  spacePath: null,
  model: null,
  manufacturer: null,
  serialNo: null,
  ratedKw: null,
  installedOn: null,
  warrantyEnd: null,
  status: '1',
  statusName: '在用',
  parentDevice: null,
  children: [],
  attributes: [],
  remark: null,
  retiredOn: null,
  openOrders: 0,
  pictures: [pictureOf('old.png')],
  createTime: '2026-11-20 09:12:45',
  updateTime: '2026-11-20 09:12:45',
}

it('pictures that somebody else put on record meanwhile are shown and sent after 刷新', async () => {
  const sent: unknown[] = []
  vi.mocked(send).mockImplementation(async (call, input) => {
    if (call.path === deviceCalls.detail.path)
      return { ...opened, version: 2, pictures: [pictureOf('new.png')] } as never
    if (call.path !== deviceCalls.edit.path) return [] as never
    const { pictures, version } = input as { pictures?: string[]; version?: number }
    sent.push([version, pictures])
    throw new CallError('设备已在别处更新，请刷新后重试', 200, 'device.stale', null)
  })
  const user = userEvent.setup()
  render(<DeviceForm opened={opened} open onClose={vi.fn()} />, { wrapper: Page })
  await screen.findByRole('button', { name: '移除 old.png' })
  const name = await screen.findByRole('textbox', { name: '设备名称' })
  await user.type(name, '{Enter}')
  await user.click(await screen.findByRole('button', { name: '刷新' }))
  await screen.findByRole('button', { name: '移除 new.png' })
  expect(screen.queryByRole('button', { name: '移除 old.png' })).toBeNull()
  await user.type(name, '{Enter}')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    [1, ['ab/old.png']],
    [2, ['ab/new.png']],
  ])
})
