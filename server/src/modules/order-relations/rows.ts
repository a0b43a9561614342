import type { Output } from '@heliodesk/contract/call.ts'
import {
  ALIKE_ROWS,
  SAME_DEVICE_DAYS,
  type orderRelationCalls,
  type RelationKind,
} from '@heliodesk/contract/order-relations.ts'
import { sql, type RawBuilder } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { fromWireTime, toWireDay, toWireTime, withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'

type Calls = typeof orderRelationCalls
type Row = Output<Calls['add']>
type Other = Row['order']
type OtherRecord = Stored<Other, 'createTime'>

const DAY_MS = 86_400_000

/** An order `o` as relations show it. */
const otherColumns = sql`o.id, o.work_code as "workCode", type.name as "taskTypeLabel",
  o.task_description as "taskDescription", s.name as "psName", o.flow_sts as "flowSts",
  o.liable_person as "liablePerson", o.created_at as "createTime"`
const otherJoins = sql`
  join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
  join task_type type on type.tenant_id = o.tenant_id and type.id = o.task_type`

/** The relations of an order from its own side, whoever may see the other one. */
const relationsOf = (orderId: string) => sql`(
  select r.id, r.other_id as towards, r.added_at, r.added_by,
    case r.kind when 'before' then 'after' else r.kind end as kind
  from order_relation r where r.order_id = ${orderId} and r.removed_at is null
  union all
  select r.id, r.order_id, r.added_at, r.added_by,
    case r.kind when 'duplicate' then 'original' else r.kind end
  from order_relation r where r.other_id = ${orderId} and r.removed_at is null)`

type RelationRecord = OtherRecord & { relationId: string; kind: RelationKind; addName: string; addTime: Date }

/** What goes before the order first, then by kind and age. */
export async function readRelations({ db, who }: Ctx, orderId: string): Promise<Row[]> {
  const { rows } = await sql<RelationRecord>`
    select r.id as "relationId", r.kind, r.added_at as "addTime", u.realname as "addName", ${otherColumns}
    from ${relationsOf(orderId)} r
    join work_order o on o.id = r.towards ${otherJoins}
    join app_user u on u.id = r.added_by
    where ${visibleOrders(who, 'o')}
    order by array_position(array['before', 'after', 'duplicate', 'original', 'related'], r.kind), r.id`.execute(
    db,
  )
  return rows.map(({ relationId, kind, addName, addTime, ...order }) => ({
    id: relationId,
    kind,
    order: withWireTimes(order, who.timeZone),
    addName,
    addTime: toWireTime(addTime, who.timeZone),
  }))
}

/** How many relations an order has, with those to orders that the caller does not see. */
export async function countRelations({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`select r.id from ${relationsOf(orderId)} r`.execute(db)
  return rows.length
}

type Alike = { total: number; rows: Other[] }

/** The latest of the other orders in scope that meet a condition. */
async function readAlike({ db, who }: Ctx, orderId: string, isAlike: RawBuilder<unknown>): Promise<Alike> {
  const { rows } = await sql<OtherRecord & { total: number }>`
    select (count(*) over ())::int as total, ${otherColumns}
    from work_order o ${otherJoins}
    where ${isAlike} and o.id <> ${orderId} and ${visibleOrders(who, 'o')}
    order by o.created_at desc, o.id desc limit ${sql.lit(ALIKE_ROWS)}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, ...order }) => withWireTimes(order, who.timeZone)),
  }
}

/** Whoever executes or dispatches orders may link those that they see. */
export const missingToChange = async (ctx: Ctx): Promise<string | null> =>
  (await missingRight(ctx, ['order:assign'])) === null ? null : missingRight(ctx, ['order:execute'])

export const listRelations: Handler<Calls['list']> = async (ctx, { orderId }) => {
  const order = await ctx.db
    .selectFrom('work_order as o')
    .leftJoin('device as d', onKey('d.id', 'o.device_id'))
    .select(['d.id as deviceId', 'd.name as deviceName', 'o.plan_code as planCode'])
    .where('o.id', '=', orderId)
    .where(visibleOrders(ctx.who, 'o'))
    .executeTakeFirstOrThrow(notFound)
  const rows = await readRelations(ctx, orderId)
  const { deviceId, deviceName, planCode } = order
  const zone = ctx.who.timeZone
  const since = toWireDay(new Date(ctx.now.getTime() - SAME_DEVICE_DAYS * DAY_MS), zone)
  const begin = fromWireTime(`${since} 00:00:00`, zone)
  return {
    rows,
    hidden: (await countRelations(ctx, orderId)) - rows.length,
    device:
      deviceId === null || deviceName === null
        ? null
        : {
            ...(await readAlike(ctx, orderId, sql`o.device_id = ${deviceId} and o.created_at >= ${begin}`)),
            deviceId,
            name: deviceName,
            since,
          },
    plan: planCode ? { ...(await readAlike(ctx, orderId, sql`o.plan_code = ${planCode}`)), planCode } : null,
    mayChange: (await missingToChange(ctx)) === null,
  }
}
