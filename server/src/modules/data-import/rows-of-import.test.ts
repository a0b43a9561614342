import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { beforeAll, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator, useSignedIn } from '../../../test/hire.ts'
import { filesOf, importNow } from './upload.fixture.ts'

const harness = useHarness()
let admin: string
const people = useSignedIn(harness, { master: 'a_master', eastern: 'a_east_master' })

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

const stations = filesOf('stations', '电站.csv', '外部编号,电站名称,容量(kWp)')
const devices = filesOf('devices', '设备.csv', '设备编码,设备名称,电站,设备类型')

const stationsOf = async (importId: string, token = admin) =>
  (await harness.call(token, stationCalls.page, { importId })).list.map(({ psName }) => psName)
const devicesOf = async (importId: string, token = admin) =>
  (await harness.call(token, deviceCalls.page, { importId })).pageList.map(({ name }) => name)

it('the list of stations finds the rows that an import added or changed, and no others', async () => {
  const first = await importNow(harness, admin, stations(['N1,批次一,1000', 'N2,批次二,1000']))
  const second = await importNow(
    harness,
    admin,
    stations(['N2,批次二,2000', 'N3,批次三,500'], { updates: '1' }),
  )
  expect([first.traced, second.traced]).toEqual([true, true])
  expect(await stationsOf(first.id)).toEqual(['批次一', '批次二'])
  expect(await stationsOf(second.id)).toEqual(['批次二', '批次三'])
  const again = await importNow(harness, admin, stations(['N1,批次一,1000']))
  expect(again.traced).toBe(false)
  expect(await stationsOf(again.id)).toEqual([])
})

it('the ledger finds them too', async () => {
  const { id } = await importNow(
    harness,
    admin,
    devices(['R-1,批次设备一,甲公司西二,直流汇流箱', 'R-2,批次设备二,甲公司西三,直流汇流箱']),
  )
  expect(await devicesOf(id)).toEqual(['批次设备一', '批次设备二'])
  const edited = await importNow(
    harness,
    admin,
    devices(['R-2,批次设备改,甲公司西三,直流汇流箱'], { updates: '1' }),
  )
  expect(await devicesOf(edited.id)).toEqual(['批次设备改'])
})

it('a link to them shows others what they may see', async () => {
  const { id } = await importNow(harness, admin, stations(['L1,链接一,100'], { depCode: 'A01A02A01' }))
  expect(await stationsOf(id, people.master)).toEqual(['链接一'])
  expect(await stationsOf(id, people.eastern)).toEqual([])
  const stranger = await signInAdministrator(harness, harness.otherTenant)
  expect(await stationsOf(id, stranger)).toEqual([])
  const none = await hire(harness, { username: 'without.stations', codes: ['order:list'] })
  expect((await harness.refused(none.token, stationCalls.page, { importId: id })).status).toBe(403)
})
