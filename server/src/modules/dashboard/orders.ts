import type { Output } from '@heliodesk/contract/call.ts'
import { SHORT_LIST, type dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import type { FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { isOverdue, isTodo } from '../work-orders/index.ts'
import { hoursBetween, type PlaceInput, placedOrders } from './place.ts'

type Todos = Output<(typeof dashboardCalls)['todos']>
type Ranking = Output<(typeof dashboardCalls)['ranking']>

type ShortRow = Omit<Ranking[number], 'overHours'> & { flowSts: FlowStatus; planEndTime: Date | null }

const columns = sql`o.id, s.name as "psName", o.task_description as "taskDescription", o.flow_sts as "flowSts",
  o.plan_end_time as "planEndTime"`
const station = sql`join station s on s.tenant_id = o.tenant_id and s.id = o.station_id`

const steps = { 1: 'assign', 2: 'execute', 3: 'check' } as const
const SOON_MS = 2 * 3_600_000

/** Orders that wait for the caller, and how many of them are urgent. */
export async function listTodos(ctx: Ctx, input: PlaceInput): Promise<Todos> {
  const soon = new Date(ctx.now.getTime() + SOON_MS)
  const { rows } = await sql<
    { total: number; due_soon: number; overdue: number; place: string | null } & (
      | ShortRow
      | { [K in keyof ShortRow]: null }
    )
  >`
    with todo as materialized (
      select o.tenant_id, o.id, o.plan_end_time, o.created_at, o.flow_sts
      from work_order o where ${placedOrders(ctx, input, 'o')} and ${isTodo(ctx.who.userId)}
    )
    select counted.*, listed.*
    from (
      select count(*)::int as total, (count(*) filter (where ${isOverdue(ctx.now)}))::int as overdue,
        (count(*) filter (where o.plan_end_time >= ${ctx.now} and o.plan_end_time < ${soon}))::int as due_soon
      from todo o
    ) counted left join (
      select ${columns}, o.open_loss as "lossPower", row_number() over (order by o.plan_end_time nulls last, o.created_at, o.id) as place
      from (select * from todo order by plan_end_time nulls last, created_at, id limit ${sql.lit(SHORT_LIST)}) first
        join work_order o on o.tenant_id = first.tenant_id and o.id = first.id ${station}
    ) listed on true
    order by listed.place`.execute(ctx.db)
  const { total, due_soon: dueSoon, overdue } = present(rows[0])
  return {
    total,
    dueSoon,
    overdue,
    rows: rows.flatMap(({ total: _total, due_soon: _soon, overdue: _overdue, place: _place, ...row }) =>
      row.id === null
        ? []
        : [
            {
              ...withWireTimes(row, ctx.who.timeZone),
              step: steps[row.flowSts as keyof typeof steps],
              hoursLeft: row.planEndTime && hoursBetween(ctx.now, row.planEndTime),
            },
          ],
    ),
  }
}

/** At least this many of the ranked orders are the latest ones, as far as there are any. */
const LATEST = 3

/**
 * The open orders with the highest loss and the latest ones, by loss and then by delay. Each kind has an index in its
 * order, so only the rows shown, and those out of scope between them, are read.
 */
export async function rankOrders(ctx: Ctx, input: PlaceInput): Promise<Ranking> {
  const costly = sql`o.open_loss desc, o.plan_end_time nulls last, o.id`
  const late = sql`o.plan_end_time, o.id`
  const limit = sql.lit(SHORT_LIST)
  const open = sql`o.flow_sts < 4 and ${placedOrders(ctx, input, 'o')}`
  const { rows } = await sql<ShortRow>`
    with costly as materialized (
      select o.*, row_number() over (order by ${costly}) as place from (
        select o.* from work_order o where ${open} and o.open_loss > 0 order by ${costly} limit ${limit}) o
    ), latest as materialized (
      select o.*, row_number() over (order by ${late}) as place from (
        select o.* from work_order o where ${open} and ${isOverdue(ctx.now)} order by ${late} limit ${limit}) o
    ), chosen as (
      -- The places of the latest, then those of the costliest, then what is left of the latest.
      select id, min(turn) as turn, min(place) as place from (
        select id, 1 as turn, place from latest where place <= ${sql.lit(LATEST)}
        union all select id, 2, place from costly
        union all select id, 3, place from latest
      ) offered group by id order by turn, place limit ${limit}
    )
    select ${columns}, coalesce(o.open_loss, 0) as "lossPower"
    from chosen join work_order o on o.tenant_id = app.tenant_id() and o.id = chosen.id ${station}
    order by ${costly}`.execute(ctx.db)
  return rows.map(({ planEndTime, ...row }) => ({
    ...row,
    overHours:
      planEndTime && planEndTime < ctx.now ? Math.max(0.1, hoursBetween(planEndTime, ctx.now)) : null,
  }))
}
