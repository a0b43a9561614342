import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataImportCalls as calls } from '@heliodesk/contract/data-import.ts'
import { telemetryCalls } from '@heliodesk/contract/telemetry.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { runImport } from './jobs.ts'
import { upload } from './upload.fixture.ts'

const harness = useHarness()
let admin: string

/** Another file of the same form, whole: `HELIODESK_PRODUCTION=… npx vitest …`. */
const FILE = process.env.HELIODESK_PRODUCTION ?? join(import.meta.dirname, 'fixtures/pvops-production.csv')

beforeAll(async () => {
  harness.clock.set('2026-06-20 12:00:00')
  admin = await signInAdministrator(harness, harness.tenant)
  const { tenantId, stations } = harness.tenant
  const [one, other] = stations
  await harness.owner.query(
    `update station set external_key = case id when $2 then 'R10' else 'R15' end
     where tenant_id = $1 and id in ($2::bigint, $3::bigint)`,
    [tenantId, one!.id, other!.id],
  )
})

const check = (content: Buffer) => upload(harness, admin, { kind: 'telemetry', depCode: 'A01', content })
const sheet = (...lines: string[]) =>
  Buffer.from(['外部编号,设备编码,时间,有功功率(kW)', ...lines].join('\r\n'))
const faultsOf = async (...lines: string[]) =>
  (await check(sheet(...lines))).report.findings.map(
    ({ row, field, message }) => `${row} ${field} ${message}`,
  )
const run = async (content: Buffer) => {
  const { id } = await check(content)
  await harness.call(admin, calls.run, { id })
  await runNext(harness, runImport)
  return harness.call(admin, calls.job, { id })
}
const stationOf = async (key: string) => {
  const { rows } = await harness.owner.query<{ id: string }>(
    'select id from station where external_key = $1',
    [key],
  )
  return rows[0]!.id
}

type Month = { energy: number; sun: number }

/** Energy and irradiation of sites and months, straight from the file's lines. */
function sumsOf(text: string): Map<string, Month> {
  const sums = new Map<string, Month>()
  for (const line of text.trim().split(/\r?\n/).slice(1)) {
    const [date = '', site, kw, , irradiance] = line.split(',')
    const key = `${site} ${date.slice(0, 7)}`
    const sum = sums.get(key) ?? { energy: 0, sun: 0 }
    sums.set(key, { energy: sum.energy + Number(kw), sun: sum.sun + Number(irradiance) / 1000 })
  }
  return sums
}

describe('the import of measured values', () => {
  it('stores the hours of real sites, whose months equal the file’s own sums, however often it is run', async () => {
    const content = await readFile(FILE)
    const sums = sumsOf(content.toString())
    const rowCount = content.toString().trim().split(/\r?\n/).length - 1
    for (let round = 1; round <= 2; round++)
      expect(await run(content)).toMatchObject({ state: 'done', result: { moments: rowCount } })
    for (const [key, sum] of sums) {
      const [site, month] = key.split(' ') as [string, string]
      const psId = await stationOf(site)
      const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
      const { series, step } = await harness.call(admin, telemetryCalls.query, {
        psId,
        metric: ['power', 'irradiance'],
        from: `${month}-01`,
        until: `${month}-${last}`,
        grain: 'hour',
      })
      expect(step).toBe(60)
      const [power, irradiance] = series.map(({ values }) =>
        values.reduce<number>((total, value) => total + (value ?? 0), 0),
      )
      expect(Math.abs(power! / sum.energy - 1)).toBeLessThan(0.001)
      expect(Math.abs(irradiance! / 1000 / sum.sun - 1)).toBeLessThan(0.001)
    }
  })

  it.each<[string, string[], string]>([
    ['a station of nowhere', ['R99,,2026-06-01 10:00,5'], '2 外部编号 所选部门没有外部编号为“R99”的电站'],
    ['a device of nowhere', ['R10,NO-1,2026-06-01 10:00,5'], '没有编码为“NO-1”的设备'],
    ['a time between steps', ['R10,,2026-06-01 10:03,5'], '2 时间 应为 5 分钟的整数倍'],
    ['a time to come', ['R10,,2026-12-01 10:00,5'], '晚于现在'],
    ['a time twice', ['R10,,2026-06-01 10:00,5', 'R10,,2026-06-01 10:00,6'], '3 时间 与第 2 行是同一时间'],
    ['no value at all', ['R10,,2026-06-01 10:00,'], '2 有功功率(kW) 这一行没有数值'],
    ['another interval than before', ['R10,,2026-06-01 10:05,5'], '已有的数值间隔是 60 分钟'],
  ])('reports %s', async (_, lines, words) => {
    expect((await faultsOf(...lines)).join('\n')).toContain(words)
  })
})
