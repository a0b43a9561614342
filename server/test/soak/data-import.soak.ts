import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importFromFile } from '../../src/modules/data-import/index.ts'
import { countEvents } from '../count-events.ts'
import { administratorOf, signInAdministrator } from '../hire.ts'
import { useHarness } from '../harness.ts'
import { statisticsOfEvents } from '../statistics-of-events.ts'

const DEADLINE_MS = 60_000

const harness = useHarness()

/** The complete public data sets; excerpts and sources are in `src/modules/data-import/fixtures`. */
function dataFile(name: string): Promise<Buffer> {
  const folder = process.env.HELIODESK_DATA
  if (!folder) throw new Error(`HELIODESK_DATA must name the folder that holds ${name}`)
  return readFile(join(folder, name))
}

async function importFile(kind: 'stations' | 'events', name: string) {
  const bytes = await dataFile(name)
  const startedAt = performance.now()
  const warnings = new Map<string, number>()
  const result = await importFromFile(harness.pool, {
    file: { kind, updates: false, name, bytes },
    depCode: 'A01A02',
    tenant: null,
    user: administratorOf(harness.tenant).username,
    now: new Date(),
    onlyCheck: false,
    onStart: () => {},
    onChecked({ report }) {
      for (const { message } of report.findings) warnings.set(message, (warnings.get(message) ?? 0) + 1)
    },
    onProgress: async () => {},
  })
  const milliseconds = performance.now() - startedAt
  process.stdout.write(`${name}: ${JSON.stringify(result)} in ${(milliseconds / 1000).toFixed(1)} s\n`)
  expect(milliseconds).toBeLessThan(DEADLINE_MS)
  return { result, warnings: Object.fromEntries(warnings) }
}

const numbersOf = async (sql: string) => {
  const { rows } = await harness.owner.query<{ key: string; n: string }>(sql, [harness.tenant.tenantId])
  return Object.fromEntries(rows.map((row) => [row.key, Number(row.n)]))
}

it('135 stations come from the Global Power Plant Database, once', async () => {
  const first = await importFile('stations', 'china_solar_plants.csv')
  expect(first).toEqual({
    result: { stations: 135, orders: 0, skipped: 0 },
    warnings: { 缺少省份: 131, 缺少经纬度: 11, '“2011”不完整，按 2011-01-01 记录': 1 },
  })
  const second = await importFile('stations', 'china_solar_plants.csv')
  expect(second.result).toEqual({ stations: 0, orders: 0, skipped: 135 })
})

it('876 stations and 51,933 closed orders come from the pvOps events, once', async () => {
  const first = await importFile('events', 'om_events_52k.csv')
  expect(first).toEqual({ result: { stations: 876, orders: 51_933, skipped: 0 }, warnings: {} })
  const second = await importFile('events', 'om_events_52k.csv')
  expect(second.result).toEqual({ stations: 0, orders: 0, skipped: 51_933 })

  const byType = 'select task_type as key, count(*) as n from work_order where tenant_id = $1 group by 1'
  expect(await numbersOf(byType)).toEqual({ 7: 17_166, 8: 5815, 12: 28_952 })
  const sites = `select 'sites' as key, count(distinct station_id) as n from work_order where tenant_id = $1`
  expect(await numbersOf(sites)).toEqual({ sites: 876 })
  const gaps = `
    with code as (
      select substr(work_code, 3, 8)::date as day, count(*) as n, max(substr(work_code, 11)::int) as last
      from work_order where tenant_id = $1 group by 1
    )
    select 'days' as key, count(*) as n from code
    union all
    select 'gaps', count(*) from code join work_code_counter c on c.tenant_id = $1 and c.day = code.day
      where code.n <> code.last or code.last <> c.last`
  expect(await numbersOf(gaps)).toEqual({ days: 2443, gaps: 0 })
  const counted = `select flow_sts as key, sum(n) as n from (
      select flow_sts, n from work_order_count where tenant_id = $1
      union all select flow_sts, n from work_order_count_delta where tenant_id = $1
    ) each group by 1`
  expect(await numbersOf(counted)).toEqual({ 4: 51_933 })
})

it('statistics count the imported events by asset class, site and year as the file does', async () => {
  const inFile = countEvents(await dataFile('om_events_52k.csv'))
  const token = await signInAdministrator(harness, harness.tenant)
  const counted = await statisticsOfEvents(harness, token)
  expect(counted).toEqual(inFile)
  // As `cut -d, -f4 om_events_52k.csv | sort | uniq -c` counts, and `cut -c1-4` of the third column.
  expect(counted.asset).toEqual({
    逆变器: 17_166,
    汇流箱: 3153,
    跟踪支架: 2143,
    变压器: 519,
    场站设施: 9542,
    其他: 19_410,
  })
  expect(counted.year).toEqual({
    2011: 1,
    2012: 100,
    2013: 506,
    2014: 1123,
    2015: 1882,
    2016: 4769,
    2017: 16_763,
    2018: 17_151,
    2019: 8694,
    2020: 944,
  })
  const sites = Object.values(counted.site)
  expect([sites.length, sites.reduce((sum, each) => sum + each, 0)]).toEqual([876, 51_933])
  process.stdout.write(`statistics: ${JSON.stringify({ ...counted, site: `${sites.length} sites` })}\n`)
})
