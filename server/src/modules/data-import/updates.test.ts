import { generationCalls } from '@heliodesk/contract/generation.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator, type Hired } from '../../../test/hire.ts'
import { UNUSABLE } from './findings.ts'
import { countRows, importNow, refusedUpload, upload, type Sent } from './upload.fixture.ts'

const harness = useHarness()

let admin: string
let west: Hired

beforeAll(async () => {
  harness.clock.set('2026-06-20T04:00:00Z')
  admin = await signInAdministrator(harness, harness.tenant)
  west = await hire(harness, {
    username: 'west.importer',
    codes: ['import:run', 'station:list', 'station:edit'],
    depCode: 'A01A02',
  })
})

const stationsFrom = (lines: string, sent: Partial<Sent> = {}): Sent => ({
  kind: 'stations',
  depCode: 'A01A01',
  name: '档案.csv',
  content: `外部编号,电站名称,类型,容量(kWp),省份,区县,详细地址,联系人,联系电话,质保截止,纬度,经度\n${lines}`,
  ...sent,
})
const find = async (psName: string) =>
  (await harness.call(admin, stationCalls.page, { psName })).list.find((row) => row.psName === psName)!
const detail = (psId: string) => harness.call(admin, stationCalls.detail, { psId })
const findings = (job: {
  report: { findings: { row: number; level: string; field: string; message: string }[] }
}) => job.report.findings.map(({ row, level, field, message }) => `${row} ${level} ${field}：${message}`)

describe('a file of stations that are there', () => {
  const first = 'U1,更新一,工商业分布式,1000,江苏,射阳县,光伏路 1 号,陈师傅,0515-80001234,2027-06-30,33,120\n'

  it('adds with all of the archive’s fields and says so in the history', async () => {
    expect((await importNow(harness, admin, stationsFrom(first))).result).toMatchObject({ stations: 1 })
    const { psId } = await find('更新一')
    expect(await detail(psId)).toMatchObject({
      county: '射阳县',
      address: '光伏路 1 号',
      contactName: '陈师傅',
      contactPhone: '0515-80001234',
      warrantyEnd: '2027-06-30',
    })
    const { records } = await harness.call(admin, stationCalls.history, { psId })
    expect(records).toMatchObject([{ action: 'import', actorName: '甲公司admin', note: '档案.csv 第 2 行' }])
  })

  it('changes nothing unless updating was asked for', async () => {
    const changed = first.replace(',1000,', ',1500,')
    const job = await importNow(harness, admin, stationsFrom(changed))
    expect(job.result).toEqual({ stations: 0, orders: 0, skipped: 1 })
    expect((await find('更新一')).capacityKwp).toBe(1000)
  })

  it('shows each change before it is made, changes only filled cells, and keeps the history', async () => {
    const { psId } = await find('更新一')
    const before = await detail(psId)
    const lines = 'U1,更新一改,,1500.5,,,,,,,33,120\nU2,新来,集中式,10,江苏,,,,,,33,120\n'
    const sent = stationsFrom(lines, { updates: '1', name: '更正.csv' })
    const checked = await upload(harness, admin, sent)
    expect(checked.report).toMatchObject({ okCount: 2, knownCount: 0, badCount: 0, stations: 1, updated: 1 })
    expect(findings(checked)).toContain('2 warning 电站名称：由“更新一”改为“更新一改”')
    expect(findings(checked)).toContain('2 warning 容量(kWp)：由“1000”改为“1500.5”')
    expect(await detail(psId)).toEqual(before)
    const { result } = await importNow(harness, admin, sent)
    expect(result).toEqual({ stations: 1, orders: 0, skipped: 0, updated: 1 })
    expect(await detail(psId)).toEqual({ ...before, psName: '更新一改', capacityKwp: 1500.5, version: 2 })
    const { records } = await harness.call(admin, stationCalls.history, { psId })
    expect(records[0]).toMatchObject({
      action: 'edit',
      note: '更正.csv 第 2 行',
      changes: [
        { field: 'psName', from: '更新一', to: '更新一改' },
        { field: 'capacityKwp', from: '1000', to: '1500.5' },
      ],
    })
    expect((await importNow(harness, admin, sent)).result).toEqual({ stations: 0, orders: 0, skipped: 2 })
    expect((await detail(psId)).version).toBe(2)
  })

  it('refuses names that are taken and stations of other departments, and then writes nothing', async () => {
    const taken = await upload(harness, admin, stationsFrom('U2,更新一改,,,,,,,,,33,120\n', { updates: '1' }))
    expect(findings(taken)).toContain('2 error 电站名称：该电站的项目中已有同名电站')
    const unnumbered = stationsFrom(',更新一改,工商业分布式,1000,江苏,射阳县,,,,,33,120\n', { updates: '1' })
    expect(findings(await upload(harness, admin, unnumbered))).toContain(
      '2 error 外部编号：所选部门已有电站“更新一改”，更新请填写外部编号“U1”',
    )
    const foreign = stationsFrom('U1,夺走,,,,,,,,,33,120\n', { updates: '1', depCode: 'A01A02' })
    const job = await upload(harness, west.token, foreign)
    expect(job.report.badCount).toBe(1)
    expect(findings(job).filter((each) => each.includes('error'))).toEqual([`2 error 外部编号：${UNUSABLE}`])
    const related = await hire(harness, {
      username: 'related.importer',
      codes: ['import:run', 'station:edit'],
      depCode: 'A01A02',
      relPsaIds: [(await find('更新一改')).psaId],
    })
    expect(findings(await upload(harness, related.token, foreign))).toContain(
      '2 error 外部编号：该编号的电站不属于您的部门，不能更新',
    )
    expect((await find('更新一改')).capacityKwp).toBe(1500.5)
  })

  it('takes what the archive’s own export holds', async () => {
    const content =
      '外部编号,电站名称,项目,归属部门,容量(kWp),运维状态,状态,退场日期,退场原因,建档时间,省份,纬度,经度\n' +
      'U1,更新一改,某项目,某部门,1600,在维,启用,,,2026-01-01 00:00,江苏,33,120\n'
    const job = await importNow(harness, admin, stationsFrom('', { content, updates: '1' }))
    expect(findings(job)).toEqual(['2 warning 容量(kWp)：由“1500.5”改为“1600”'])
    expect(job.result).toMatchObject({ updated: 1 })
  })
})

describe('a file of generation', () => {
  const from = (lines: string, sent: Partial<Sent> = {}): Sent => ({
    kind: 'generation',
    depCode: 'A01A01',
    content: `电站编号,电站名称,日期,发电量(kWh),辐照量(kWh/m²)\n${lines}`,
    ...sent,
  })
  const lines = 'U1,,2026-06-01,4000,5\n,新来,2026/6/2,"10.5",\n'

  it('is written by key or by name, and again without a change', async () => {
    const sent = from(lines)
    const checked = await upload(harness, admin, sent)
    expect(checked.report).toMatchObject({ okCount: 2, badCount: 0, days: 2, stations: 0, orders: 0 })
    expect(await countRows(harness, 'station_generation')).toBe(0)
    expect((await importNow(harness, admin, sent)).result).toEqual({
      stations: 0,
      orders: 0,
      skipped: 0,
      days: 2,
    })
    const { psId } = await find('更新一改')
    const june = await harness.call(admin, generationCalls.query, { psId, period: '2026-06' })
    expect(june.rows[0]).toMatchObject({ energyKwh: 4000, irradiation: 5, hours: 2.5, pr: 0.5 })
    const again = await importNow(harness, admin, from(lines.replace('4000', '4100')))
    expect(again.result).toEqual({ stations: 0, orders: 0, skipped: 1, days: 1 })
    expect(await countRows(harness, 'station_generation', 'energy_kwh = 4100')).toBe(1)
  })

  it('names each row and column at fault, and one bad row keeps all of them out', async () => {
    const job = await upload(
      harness,
      admin,
      from(
        'U1,,2026-06-03,10,\nU1,,2026-06-03,11,\n,,2026-06-03,1,\nU9,,2026-06-03,1,\n' +
          'U1,,2026-06-21,1,\nU1,,2026-06-04,,\nU1,,2026-06-05,40000,\nU1,,2026-06-06,1,21\n,更新一改,2026-06-03,2,\n',
      ),
    )
    expect(findings(job)).toEqual([
      '3 error 日期：与第 2 行是同一电站的同一天',
      '4 error 外部编号：请填写外部编号或电站名称',
      '5 error 外部编号：所选部门没有外部编号为“U9”的电站',
      '6 error 日期：日期 2026-06-21 晚于今天',
      '7 error 发电量(kWh)：此项为必填项',
      '8 error 发电量(kWh)：“更新一改”一天的发电量 40000 kWh 超过满发 24 小时，请核对单位',
      '9 error 辐照量(kWh/m²)：应在 0 至 20 之间（21）',
      '10 error 日期：与第 2 行是同一电站的同一天',
    ])
    expect(await countRows(harness, 'station_generation')).toBe(2)
  })

  it('finds no station outside the chosen department', async () => {
    const job = await upload(harness, west.token, from('U1,,2026-06-03,10,\n', { depCode: 'A01A02' }))
    expect(findings(job)).toEqual(['2 error 外部编号：所选部门没有外部编号为“U1”的电站'])
    expect(await refusedUpload(harness, west.token, from(lines))).toBe('部门“A01A01”不存在或无权向它导入数据')
  })
})
