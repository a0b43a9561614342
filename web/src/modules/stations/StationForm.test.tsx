import { stationCalls } from '@heliodesk/contract/stations.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { CallError } from '../../lib/call.ts'
import type { StationDetail } from './station.ts'
import { StationForm } from './StationForm.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const opened = {
  psId: '7',
  version: 1,
  psName: '示例一期',
  psaId: '3',
  psaName: '示例项目',
  depId: '5',
  depName: '宁夏运维中心',
  siteType: 'C',
  siteTypeLabel: '集中式',
  capacityKwp: 50_000,
  status: '1',
  maintenanceStatus: '1',
  city: '银川',
  ownerName: '甲',
} as StationDetail

test.each([
  [{ city: '吴忠' }, ['城市：银川 → 吴忠']],
  [{ city: '吴忠', ownerName: '乙' }, ['城市：银川 → 吴忠', '业主：甲 → 乙']],
  [{}, null],
])('what somebody else saved meanwhile is listed: %j', async (change, list) => {
  answering({
    [stationCalls.edit.path]: new CallError('电站已被他人更新', 200, 'station.stale', null),
    [stationCalls.detail.path]: { ...opened, ...change, version: 2 },
  })
  render(<StationForm opened={opened} open onClose={() => undefined} />, { wrapper: Page })
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByRole('textbox', { name: /电站名称/ }), '甲')
  await userEvent.click(form.getByRole('button', { name: '保存' }))
  await userEvent.click(await form.findByRole('button', { name: '刷新' }))
  await form.findByDisplayValue('示例一期甲')
  if (list === null) {
    expect(form.queryByRole('region', { name: '别处的修改' })).toBeNull()
    return
  }
  const region = within(await form.findByRole('region', { name: '别处的修改' }))
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(list)
})
