import type { Output } from '@heliodesk/contract/call.ts'
import type { gradingCalls } from '@heliodesk/contract/defect-gradings.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { onKey } from '../../platform/on-key.ts'

type Calls = typeof gradingCalls
type Grading = Output<Calls['enabled']>[number]

const columns = sql`g.id, g.defect_level as "defectLevel", t.id as "deviceTypeId", t.name as "deviceTypeName", g.words, g.note`
const typed = sql`left join device_type t on t.tenant_id = g.tenant_id and t.id = g.device_type_id`

export const listEnabled: Handler<Calls['enabled']> = async ({ db }) => {
  const { rows } = await sql<Grading>`
    select ${columns} from defect_grading g ${typed}
    where g.enabled order by g.defect_level, t.sort_order nulls first, g.id`.execute(db)
  return rows
}

/** Without a device, templates of all kinds of devices are asked. */
export const suggestLevel: Handler<Calls['suggestion']> = async (ctx, { taskDescription, deviceId }) => {
  if (deviceId) await requireDevice(ctx, deviceId)
  const device = deviceId ?? null
  const { rows } = await sql<Grading & { word: string }>`
    with recursive kind as (
      select t.tenant_id, t.id, t.parent_id from device d
      join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id where d.id = ${device}::bigint
      union all
      select t.tenant_id, t.id, t.parent_id from kind
      join device_type t on t.tenant_id = kind.tenant_id and t.id = kind.parent_id
    )
    select ${columns}, coalesce(w.word, '') as word from defect_grading g ${typed}
    cross join lateral (
      select each as word from unnest(g.words) as each where strpos(lower(${taskDescription}), lower(each)) > 0
      order by length(each) desc limit 1) w
    where g.enabled
      and (${device}::bigint is null or g.device_type_id is null or g.device_type_id in (select id from kind))
    order by g.defect_level, g.device_type_id is null, length(w.word) desc, g.id limit 1`.execute(ctx.db)
  return { grading: rows[0] ?? null }
}

export const requireDevice = (ctx: Ctx, deviceId: string) =>
  ctx.db
    .selectFrom('device as d')
    .innerJoin('station as s', onKey('s.id', 'd.station_id'))
    .select('d.id')
    .where('d.id', '=', deviceId)
    .where(visibleStations(ctx.who, 's'))
    .executeTakeFirstOrThrow(notFound)
