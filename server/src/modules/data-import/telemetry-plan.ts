import { metricNames, MINUTE_MS, steps } from '@heliodesk/contract/telemetry.ts'
import { sql } from 'kysely'
import type { Measured } from '../telemetry/index.ts'
import type { Department, ImportCtx } from './facts.ts'
import { addFinding, type Findings } from './findings.ts'
import { findSitesOf, siteOf } from './sites.ts'
import type { TelemetryRow } from './telemetry-file.ts'

type Step = Measured['step']
/** A row whose station and device are known. */
type Placed = Pick<TelemetryRow, 'row' | 'at' | 'values'> & { stationId: string; deviceId: string | null }

export type TelemetryPlan = { add: Placed[]; step: Step; knownCount: number }

/** Finds the department's stations and their devices that the rows name; what is stored already is left out when written. */
export async function planTelemetry(
  ctx: ImportCtx,
  department: Department,
  rows: readonly TelemetryRow[],
  findings: Findings,
): Promise<TelemetryPlan> {
  const sites = await findSitesOf(ctx, department, rows)
  const devices = await findDevices(ctx, rows)
  const step = stepOf(rows)
  const stored = await findSteps(ctx, [...sites.byKey.values(), ...sites.byName.values()].flat())
  const add: Placed[] = []
  for (const given of rows) {
    const { row, device, at, values } = given
    const refuse = (field: string, message: string) =>
      addFinding(findings, { row, level: 'error', field, message })
    const site = siteOf(sites, given, refuse)
    if (!site) continue
    const deviceId = device === null ? null : (devices.get(`${site.id} ${device}`) ?? null)
    const known = metricNames.flatMap((metric) =>
      metric in values ? (stored.get(`${site.id} ${deviceId} ${metric}`) ?? []) : [],
    )
    const other = known.find((each) => each !== step)
    if (device !== null && deviceId === null) refuse('设备编码', `“${site.name}”没有编码为“${device}”的设备`)
    else if (other !== undefined)
      refuse('时间', `文件的间隔是 ${step} 分钟，“${site.name}”已有的数值间隔是 ${other} 分钟`)
    else add.push({ row, at, values, stationId: site.id, deviceId })
  }
  return { add, step, knownCount: 0 }
}

/** The widest step that all times fit. */
const stepOf = (rows: readonly TelemetryRow[]): Step =>
  steps.findLast((step) => rows.every(({ at }) => at % (step * MINUTE_MS) === 0)) ?? 5

async function findDevices({ db }: ImportCtx, rows: readonly TelemetryRow[]): Promise<Map<string, string>> {
  const codes = [...new Set(rows.flatMap(({ device }) => device ?? []))]
  if (codes.length === 0) return new Map()
  const { rows: found } = await sql<{ id: string; code: string; stationId: string }>`
    select id, code, station_id as "stationId" from device where code = any(${codes}::text[])`.execute(db)
  return new Map(found.map(({ id, code, stationId }) => [`${stationId} ${code}`, id]))
}

type StoredSeries = { stationId: string; deviceId: string | null; metric: string; step: number }

async function findSteps({ db }: ImportCtx, sites: readonly { id: string }[]): Promise<Map<string, number>> {
  const { rows } = await sql<StoredSeries>`
    select station_id as "stationId", device_id as "deviceId", metric, step_minutes as step from telemetry_series
    where station_id = any(${sites.map(({ id }) => id)}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ stationId, deviceId, metric, step }) => [`${stationId} ${deviceId} ${metric}`, step]),
  )
}

/** Rows as series, as they are written. */
export function seriesOf(rows: readonly Placed[], step: Step): Measured[] {
  const series = new Map<string, Measured & { points: [number, number][] }>()
  for (const { stationId, deviceId, at, values } of rows)
    for (const metric of metricNames) {
      const value = values[metric]
      if (value === undefined) continue
      const key = `${stationId} ${deviceId} ${metric}`
      const found = series.get(key) ?? { stationId, deviceId, metric, step, points: [] }
      found.points.push([at, value])
      series.set(key, found)
    }
  for (const { points } of series.values()) points.sort(([one], [other]) => one - other)
  return [...series.values()]
}
