import { sql } from 'kysely'
import { implausible, type DayOfStation } from '../generation/index.ts'
import type { Department, ImportCtx } from './facts.ts'
import { addFinding, type Findings } from './findings.ts'
import type { GenerationRow } from './generation-file.ts'
import { findSitesOf, siteOf } from './sites.ts'

export type GenerationPlan = { add: DayOfStation[]; knownCount: number }

/** Finds the department's stations that the rows refer to, and the days whose stored figures differ from the file. */
export async function planGeneration(
  ctx: ImportCtx,
  department: Department,
  rows: readonly GenerationRow[],
  findings: Findings,
): Promise<GenerationPlan> {
  const sites = await findSitesOf(ctx, department, rows)
  const days = new Map<string, DayOfStation & { row: number }>()
  for (const given of rows) {
    const { row, day, energyKwh, irradiation, rain } = given
    const refuse = (field: string, message: string) =>
      addFinding(findings, { row, level: 'error', field, message })
    const site = siteOf(sites, given, refuse)
    if (!site) continue
    const doubt = implausible(site, energyKwh)
    const place = `${site.id} ${day}`
    const earlier = days.get(place)
    if (doubt) refuse('发电量(kWh)', doubt)
    else if (earlier) refuse('日期', `与第 ${earlier.row} 行是同一电站的同一天`)
    else days.set(place, { psId: site.id, day, energyKwh, irradiation, rain, row })
  }
  const known = await findKnownDays(ctx, [...days.values()])
  const add = [...days].filter(([place]) => !known.has(place)).map(([, each]) => each)
  return { add, knownCount: known.size }
}

const CHUNK = 10_000

/** Days whose stored figures are equal. */
async function findKnownDays({ db }: ImportCtx, days: readonly DayOfStation[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let first = 0; first < days.length; first += CHUNK) {
    const { rows } = await sql<{ place: string }>`
      select given.id || ' ' || to_char(given.day, 'YYYY-MM-DD') as place
      from jsonb_to_recordset(${JSON.stringify(
        days.slice(first, first + CHUNK).map(({ psId, day, energyKwh, irradiation, rain }) => ({
          id: psId,
          day,
          energy: energyKwh,
          irradiation,
          rain,
        })),
      )}::jsonb) as given (id bigint, day date, energy numeric(14, 2), irradiation numeric(6, 3), rain numeric(5, 1))
      cross join lateral (
        select from station_generation g where g.station_id = given.id and g.day = given.day
          and g.energy_kwh = given.energy and g.irradiation is not distinct from given.irradiation
          and (given.rain is null or g.rain = given.rain) limit 1) same`.execute(db)
    for (const { place } of rows) known.add(place)
  }
  return known
}
