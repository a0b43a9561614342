import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { DeviceListPage } from './DeviceListPage.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => vi.stubGlobal('innerWidth', 1440))

const device = (id: string) => ({
  id,
  version: 1,
  code: `NB-${id}`,
  name: `${id} 号逆变器`,
  psId: '12',
  psName: '射阳一期',
  typeId: '5',
  typeName: '逆变器',
  status: '1',
  ratedKw: null,
  warrantyEnd: null,
})
const devices = ['1', '2'].map(device)
const detail = {
  ...devices[1],
  typePath: '逆变器',
  parentDevice: null,
  attributes: [],
  children: [],
  pictures: [],
}

function show(address: string, answers: Record<string, unknown>) {
  useGrants.setState({ pages: [], buttons: ['device:edit'], notInForce: [] })
  answering({ [deviceCalls.page.path]: { pageList: devices, rowCount: 2 }, ...answers })
  showPage(<DeviceListPage />, address)
}

test('the row of the opened device is marked', async () => {
  show('/?device=NB-2', {})
  await screen.findByText('1 号逆变器')
  const marked = () =>
    [...document.querySelectorAll<HTMLElement>('tr.current')].map((row) => row.dataset.rowKey)
  await waitFor(() => expect(marked()).toEqual(['2']))
})

test('pictures are offered once the device is loaded', async () => {
  let arrive: (answer: unknown) => void = () => undefined
  show('/?device=NB-2&tab=files', {
    [deviceCalls.detail.path]: () => new Promise((resolve) => (arrive = resolve)),
  })
  expect(await screen.findByRole('tab', { name: '图片资料', selected: true })).toBeTruthy()
  expect(screen.queryByText('还没有图片资料')).toBeNull()
  arrive(detail)
  expect(await screen.findByText('还没有图片资料')).toBeTruthy()
  expect(screen.getByRole('button', { name: '添加' })).toBeTruthy()
})
