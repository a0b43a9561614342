import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { generationCalls } from '@heliodesk/contract/generation.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'

type Call = (typeof generationCalls)['save']
type Row = Input<Call>['rows'][number]

/** A checked day of one station. */
export type DayOfStation = {
  psId: string
  day: string
  energyKwh: number
  irradiation: number | null
  /** null keeps what is stored: few systems know the rain. */
  rain: number | null
}

/** A day's equivalent hours cannot exceed this, whatever capacity is on record. */
const MOST_HOURS = 24

/** The same limit as for imports. */
const FIRST_DAY = '1970-01-01'

export type KnownStation = { id: string; key: string | null; name: string; most: number | null }

/** Why a figure is impossible, or null. */
export function implausible({ name, most }: KnownStation, energyKwh: number): string | null {
  if (most === null || energyKwh <= most * MOST_HOURS) return null
  return `“${name}”一天的发电量 ${energyKwh} kWh 超过满发 ${MOST_HOURS} 小时，请核对单位`
}

/** Writes only what differs, so that sending the same figures again changes nothing. */
export async function writeDays(
  { db, who, now }: Pick<Ctx, 'db' | 'who' | 'now'>,
  days: readonly DayOfStation[],
): Promise<number> {
  // In the order of the key, so that two writers of the same days cannot deadlock.
  const { rows } = await sql<{ n: number }>`
    with written as (
      insert into station_generation as g (station_id, day, energy_kwh, irradiation, rain, updated_at, updated_by)
      select station_id, day, energy_kwh, irradiation, rain, ${now}::timestamptz, ${who.userId}::bigint
      from jsonb_to_recordset(${JSON.stringify(days.map(toColumns))}::jsonb)
        as given (station_id bigint, day date, energy_kwh numeric(14, 2), irradiation numeric(6, 3), rain numeric(5, 1))
      order by station_id, day
      on conflict (tenant_id, station_id, day) do update
        set energy_kwh = excluded.energy_kwh, irradiation = excluded.irradiation,
          rain = coalesce(excluded.rain, g.rain), measured = false, updated_at = excluded.updated_at, updated_by = excluded.updated_by
        where (g.energy_kwh, g.irradiation, g.rain, g.measured)
          is distinct from (excluded.energy_kwh, excluded.irradiation, coalesce(excluded.rain, g.rain), false)
      returning 1)
    select count(*)::int as n from written`.execute(db)
  return one(rows).n
}

const toColumns = ({ psId, day, energyKwh, irradiation, rain }: DayOfStation) => ({
  station_id: psId,
  day,
  energy_kwh: energyKwh,
  irradiation,
  rain,
})

/** Separate maps, so that an external key is never taken for an id, whatever it looks like. */
export type Stations = { byId: Map<string, KnownStation>; byKey: Map<string | null, KnownStation> }

/** The named stations that are in scope. */
export async function findStations(
  { db, who }: Pick<Ctx, 'db' | 'who'>,
  { ids, keys }: { ids: string[]; keys: string[] },
): Promise<Stations> {
  const { rows } = await sql<KnownStation>`
    select s.id, s.external_key as key, s.name, greatest(s.capacity_kwp, s.ac_kw) as most from station s
    where (s.id = any(${ids}::bigint[]) or s.external_key = any(${keys}::text[]))
      and ${visibleStations(who, 's')}`.execute(db)
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byKey: new Map(rows.map((row) => [row.key, row])),
  }
}

const fault = (at: number, field: string, message: string) =>
  new InvalidInput(`参数有误：第 ${at + 1} 行的${field}：${message}`)

export async function saveGeneration(ctx: Ctx, { rows }: Input<Call>): Promise<Output<Call>> {
  const stations = await findStations(ctx, {
    ids: rows.flatMap(({ psId }) => psId ?? []),
    keys: rows.flatMap(({ externalKey }) => externalKey || []),
  })
  const today = toWireTime(ctx.now, ctx.who.timeZone).slice(0, 10)
  const seen = new Set<string>()
  const days = rows.map((row, at): DayOfStation => {
    const station = stationOf(stations, row, at)
    if (row.day > today) throw fault(at, '日期', '不能晚于今天')
    if (row.day < FIRST_DAY) throw fault(at, '日期', '不能早于 1970 年')
    const place = `${station.id} ${row.day}`
    if (seen.has(place)) throw fault(at, '日期', `“${station.name}”在 ${row.day} 已有一行`)
    seen.add(place)
    const doubt = implausible(station, row.energyKwh)
    if (doubt) throw fault(at, '发电量', doubt)
    const { day, energyKwh, irradiation, rain = null } = row
    return { psId: station.id, day, energyKwh, irradiation, rain }
  })
  const written = await writeDays(ctx, days)
  return { written, unchanged: rows.length - written }
}

function stationOf({ byId, byKey }: Stations, { psId, externalKey }: Row, at: number): KnownStation {
  if (!psId && !externalKey) throw fault(at, '电站', '请填写电站（psId）或外部编号（externalKey）')
  const station = psId ? byId.get(psId) : byKey.get(externalKey ?? '')
  if (!station) throw new DomainError('generation.station', `第 ${at + 1} 行的电站不存在或无权查看`)
  return station
}
