import { stationCalls } from '@heliodesk/contract/stations.ts'
import { expect, test, vi } from 'vitest'
import { answering } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { findReports, findStations } from './search.ts'

vi.mock('../../lib/call.ts', { spy: true })

const station = {
  psId: '3',
  psName: '红柳沟一期',
  capacityKwp: 20_000,
  province: '甘肃',
  city: null,
  maintenanceStatus: '1',
  status: '1',
}
const { signal } = new AbortController()
const grant = (...buttons: string[]) => useGrants.setState({ pages: [], buttons, notInForce: [] })

test.each([
  [['order:create'], '1', ['新建工单']],
  [['order:create'], '2', []],
  [['order:list'], '1', ['查看工单']],
  [['device:list'], '1', ['查看设备']],
  [['order:create', 'order:list', 'device:list'], '1', ['新建工单', '查看工单', '查看设备']],
  [[], '1', []],
])('with %j a station in state %s offers %j', async (grants, maintenanceStatus, titles) => {
  grant(...grants)
  answering({ [stationCalls.page.path]: { list: [{ ...station, maintenanceStatus }] } })
  const [hit] = await findStations('红柳沟', signal)
  expect(hit?.actions?.map(({ title }) => title)).toEqual(titles)
  expect(hit).toMatchObject({ title: '红柳沟一期', facts: '20 MW · 甘肃' })
})

test.each([
  ['新建工单 红柳沟', ['station:list', 'order:create'], ['新建工单：红柳沟一期']],
  ['红柳沟 新建工单', ['station:list', 'order:create'], ['新建工单：红柳沟一期']],
  ['新建工单', ['station:list', 'order:create'], []],
  ['红柳沟', ['station:list', 'order:create'], []],
  ['新建工单 红柳沟', ['order:create'], []],
])('“%s” with %j finds %j', async (words, grants, titles) => {
  grant(...grants)
  const sent = answering({ [stationCalls.page.path]: { list: [station] } })
  expect((await findReports(words, signal)).map(({ title }) => title)).toEqual(titles)
  expect(sent.map(({ input }) => input.psName)).toEqual(titles.map(() => '红柳沟'))
})
