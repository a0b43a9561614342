import { defectLevels, type DefectLevel, type GradeRule } from '@heliodesk/contract/defect-levels.ts'
import { sql } from 'kysely'
import { readSettings } from '../../kernel/settings.ts'
import type { Db } from '../../platform/postgres.ts'
import { byDaylight } from './daylight.ts'

/** The company's grades, the gravest first. */
export async function gradesOf(db: Db): Promise<(GradeRule & { defectLevel: DefectLevel })[]> {
  const { values } = (await readSettings(db)).business
  return defectLevels.map((level) => ({ defectLevel: level, ...values[`defect${level}`] }))
}

const HOUR_MS = 3_600_000

/** The branches of device types whose defects are repaired by daylight: modules and strings. */
const BY_DAYLIGHT = ['ZJ', 'ZC']

type Subject = { level: DefectLevel; entry: Date; deviceId: string | null }

/** By when a defect that was entered then has to be recovered (domain.md §3). */
export async function recoveryLimit(db: Db, { level, entry, deviceId }: Subject) {
  const grades = await gradesOf(db)
  const limitHours = grades.find(({ defectLevel }) => defectLevel === level)?.recoverHours ?? 0
  const due = new Date(entry.getTime() + limitHours * HOUR_MS)
  const place = deviceId === null ? null : await placeOf(db, deviceId)
  const at = place ? byDaylight(due, place) : due
  return { limitHours, at, isMoved: at.getTime() !== due.getTime() }
}

/** Where a module or string is; null for other devices, and where nobody knows. */
async function placeOf(db: Db, deviceId: string) {
  const { rows } = await sql<{ latitude: number | null; longitude: number | null }>`
    with recursive up as (
      select t.tenant_id, t.parent_id, t.code, d.station_id from device d
      join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id where d.id = ${deviceId}
      union all
      select t.tenant_id, t.parent_id, t.code, up.station_id from up
      join device_type t on t.tenant_id = up.tenant_id and t.id = up.parent_id
    )
    select s.latitude, s.longitude from up
    join station s on s.tenant_id = up.tenant_id and s.id = up.station_id
    where up.parent_id is null and up.code = any(${BY_DAYLIGHT}::text[])`.execute(db)
  const { latitude = null, longitude = null } = rows[0] ?? {}
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
