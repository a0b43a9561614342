import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { generationCalls } from '@heliodesk/contract/generation.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { dataImportCalls } from '@heliodesk/contract/data-import.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { runNext } from '../../../test/job-tools.ts'
import { useLedger } from '../../../test/ledger.ts'
import { pastTriggers } from '../../../test/owner-pool.ts'
import { runImport } from './jobs.ts'
import { filesOf, importNow, upload, type Sent } from './upload.fixture.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const admin = () => site.people.admin.token

beforeAll(() =>
  harness.owner.query(`update station set external_key = 'WEST-2' where id = $1`, [ledger.here]),
)

const devicesFrom = filesOf('devices', '设备.csv', '设备编码,设备名称,电站,设备类型,型号')
const stationsFrom = filesOf('stations', '档案.csv', '外部编号,电站名称,容量(kWp),并网日期,质保截止')
const errorsOf = ({ report }: Awaited<ReturnType<typeof upload>>) =>
  report.findings
    .filter(({ level }) => level === 'error')
    .map(({ row, field, message }) => `${row} ${field}：${message}`)

/** Runs an import whose row is locked by `change`, another session's statement that commits while the import waits. */
async function importBeside(sent: Sent, change: string, values: unknown[]) {
  const { id } = await upload(harness, admin(), sent)
  await harness.call(admin(), dataImportCalls.run, { id })
  const other = await harness.owner.connect()
  await other.query('begin')
  await other.query(change, values)
  const running = runNext(harness, runImport)
  await expect
    .poll(
      async () => {
        const { rowCount } = await harness.owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(1)
  await other.query('commit')
  other.release()
  await running
  return harness.call(admin(), dataImportCalls.job, { id })
}

describe('what somebody changes while a file is imported', () => {
  it('is not overwritten: a device', async () => {
    const device = await ledger.add('同时改', { code: 'SIDE-1', model: '旧' })
    const job = await importBeside(
      devicesFrom(['SIDE-1,同时改,甲公司西二,组串式逆变器,文件的'], { updates: '1' }),
      `update device set model = '别人的', version = version + 1 where id = $1`,
      [device.id],
    )
    expect(job).toMatchObject({
      state: 'failed',
      error: '导入时有数据在别处更新，未导入任何数据；请重新运行',
    })
    expect(await ledger.read(device.id)).toMatchObject({ model: '别人的', version: 2 })
    expect(await ledger.history(device.id)).toHaveLength(1)
    await harness.call(admin(), dataImportCalls.run, { id: job.id })
    await runNext(harness, runImport)
    expect(await ledger.read(device.id)).toMatchObject({ model: '文件的', version: 3 })
    const [newest] = await ledger.history(device.id)
    expect(newest!.changes).toEqual([{ field: '型号', from: '别人的', to: '文件的' }])
  })

  it('is not overwritten: a station', async () => {
    await importNow(harness, admin(), stationsFrom(['SIDE-2,同时改站,100,,']))
    const { list } = await harness.call(admin(), stationCalls.page, { psName: '同时改站' })
    const { psId } = list[0]!
    const job = await importBeside(
      stationsFrom(['SIDE-2,同时改站,200,,'], { updates: '1' }),
      `update station set capacity_kwp = 150, version = version + 1 where id = $1`,
      [psId],
    )
    expect(job).toMatchObject({
      state: 'failed',
      error: '导入时有数据在别处更新，未导入任何数据；请重新运行',
    })
    const { capacityKwp, version } = await harness.call(admin(), stationCalls.detail, { psId })
    expect([capacityKwp, version]).toEqual([150, 2])
  })
})

describe('a file of devices', () => {
  it('finds the same device twice, however its rows name the station', async () => {
    const job = await upload(
      harness,
      admin(),
      devicesFrom([
        ',两名一台,甲公司西二,组串式逆变器,',
        ',两名一台,WEST-2,组串式逆变器,',
        ',两名二台,甲公司西二,组串式逆变器,',
      ]),
    )
    expect(errorsOf(job)).toEqual(['3 设备名称：与第 2 行是同一电站的同名设备'])
  })

  it('finds the name that another of its rows gives to a device of the same station', async () => {
    await ledger.add('改名前', { code: 'REN-1' })
    const job = await upload(
      harness,
      admin(),
      devicesFrom(['REN-1,改名后,甲公司西二,组串式逆变器,', ',改名后,WEST-2,组串式逆变器,'], {
        updates: '1',
      }),
    )
    expect(errorsOf(job)).toEqual(['3 设备名称：与第 2 行是同一电站的同名设备'])
  })

  it('adds none to a station that is out of use', async () => {
    await pastTriggers(harness.owner, `update station set status = '3' where id = $1`, [ledger.beside])
    const job = await upload(harness, admin(), devicesFrom([',停用站设备,甲公司西三,组串式逆变器,']))
    expect(errorsOf(job)).toEqual(['2 电站：电站“甲公司西三”已停用，不能登记设备'])
    expect((await harness.call(admin(), deviceCalls.page, { keyword: '停用站设备' })).rowCount).toBe(0)
  })
})

describe('a file of stations', () => {
  it('does not add those anew that are there without an external key, when it is to update', async () => {
    const { psId, psName } = await harness.call(admin(), stationCalls.add, {
      psName: '手工建站',
      psaId: harness.tenant.stations.find(({ id }) => id === ledger.here)!.psaId,
      depId: harness.tenant.departments['A01A02']!,
      siteType: 'C',
    })
    const lines = [`,${psName},300,,`, ',真正新站,300,,']
    const job = await upload(harness, admin(), stationsFrom(lines, { updates: '1' }))
    expect(errorsOf(job)).toEqual([
      '2 外部编号：所选部门已有电站“手工建站”，它没有外部编号，不能由文件更新，请在电站档案中编辑',
    ])
    const { list } = await harness.call(admin(), stationCalls.page, { psName: '手工建站' })
    expect(list.map((row) => row.psId)).toEqual([psId])
    expect((await upload(harness, admin(), stationsFrom(lines))).report).toMatchObject({ stations: 2 })
  })

  it('names the row whose warranty ends before the station began', async () => {
    const job = await upload(harness, admin(), stationsFrom(['W-1,倒序,1,2020-05-01,2020-04-30']))
    expect(errorsOf(job)).toEqual(['2 质保截止：早于并网日期 2020-05-01'])
  })
})

it('a file of generation goes to the station that is meant where an external key looks like a name', async () => {
  const other = harness.tenant.stations.find(({ depCode }) => depCode === 'A01A01')!
  await harness.owner.query(`update station set external_key = '名称 甲公司西二' where id = $1`, [other.id])
  const lines = [',甲公司西二,2025-05-01,12', '名称 甲公司西二,,2025-05-01,34', '']
  const content = ['外部编号,电站名称,日期,发电量(kWh)', ...lines].join('\n')
  await importNow(harness, admin(), { kind: 'generation', depCode: 'A01', content })
  const energyOf = async (psId: string) =>
    (await harness.call(admin(), generationCalls.query, { psId, period: '2025-05' })).total.energyKwh
  expect([await energyOf(ledger.here), await energyOf(other.id)]).toEqual([12, 34])
})
