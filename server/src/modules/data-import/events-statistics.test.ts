import { exportCalls } from '@heliodesk/contract/exports.ts'
import { orderStatisticsCalls } from '@heliodesk/contract/order-statistics.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, it } from 'vitest'
import { countEvents } from '../../../test/count-events.ts'
import { fetchFile, makeNext } from '../../../test/exports.ts'
import { useHarness } from '../../../test/harness.ts'
import { hire } from '../../../test/hire.ts'
import { statisticsOfEvents } from '../../../test/statistics-of-events.ts'
import { fixture, importNow } from './upload.fixture.ts'

const harness = useHarness()
const years = { begin: '2011-01-01', end: '2020-12-31' } as const

let token: string
let content: Buffer
beforeAll(async () => {
  ;({ token } = await hire(harness, {
    username: 'event.importer',
    codes: ['import:run', 'order:list', 'order:export', 'station:edit', 'order:create', 'statistics:view'],
    depCode: 'A01A02',
  }))
  content = await fixture('pvops-events.csv')
  await importNow(harness, token, { kind: 'events', depCode: 'A01A02', content })
})

it('imported events are counted by asset class, site and year as in the file', async () => {
  const counted = countEvents(content)
  expect(Object.values(counted).map((each) => Object.keys(each).length > 1)).toEqual([true, true, true])
  expect(await statisticsOfEvents(harness, token)).toEqual(counted)
})

it('the export has the same figures', async () => {
  const { id } = await harness.call(token, exportCalls.add, {
    kind: 'orderStatistics',
    format: 'csv',
    query: { ...years, by: 'deviceType' },
  })
  await makeNext(harness)
  const { rawPayload } = await fetchFile(harness, token, id)
  const rows = parse(rawPayload, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows.map((row) => row['分组方式'])).toEqual(rows.map(() => '设备类型'))
  expect(Object.fromEntries(rows.map((row) => [row['名称'], Number(row['新建 单'])]))).toEqual(
    countEvents(content).asset,
  )
})

it('an order on a device counts with imported events of its kind; one without either stands apart', async () => {
  const { rows } = await harness.owner.query<{ id: string }>(
    `with failed as (select id, station_id from work_order where tenant_id = $1 and work_subclass = '逆变器' limit 1),
     inverter as (
       insert into device (tenant_id, station_id, name, type_id)
       select $1, failed.station_id, '1号逆变器', type.id from failed, device_type type
       where type.tenant_id = $1 and type.code = 'NB02' returning id)
     update work_order set device_id = inverter.id from inverter, failed
     where tenant_id = $1 and work_order.id = failed.id returning work_order.id`,
    [harness.tenant.tenantId],
  )
  expect(rows.length).toBeGreaterThan(0)
  expect((await statisticsOfEvents(harness, token)).asset).toEqual(countEvents(content).asset)

  await harness.owner.query(
    `update work_order set ops_source_category = '1', work_subclass = '绝缘低' where tenant_id = $1 and id = $2`,
    [harness.tenant.tenantId, rows[0]!.id],
  )
  expect((await statisticsOfEvents(harness, token)).asset).toEqual(countEvents(content).asset)
  await harness.owner.query('update work_order set device_id = null where tenant_id = $1 and id = $2', [
    harness.tenant.tenantId,
    rows[0]!.id,
  ])
  const { 逆变器: inverters } = countEvents(content).asset
  expect((await statisticsOfEvents(harness, token)).asset).toMatchObject({
    逆变器: inverters! - 1,
    未关联设备: 1,
  })
})

it('more groups come when they are asked for, the others are counted', async () => {
  const sites = Object.keys(countEvents(content).site).length
  const { rows, more } = await harness.call(token, orderStatisticsCalls.groups, {
    ...years,
    by: 'station',
    size: 3,
  })
  expect([rows.length, more]).toEqual([3, sites - 3])
})
