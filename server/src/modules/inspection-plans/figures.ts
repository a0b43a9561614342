import type { Output } from '@heliodesk/contract/call.ts'
import { dayAfter, monthsAfter } from '@heliodesk/contract/days.ts'
import { planStates, type inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { sql } from 'kysely'
import { mayDo } from '../../kernel/rights.ts'
import type { Ctx } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { outcomeOf } from '../inspection-sheets/index.ts'
import { visiblePlans } from './rows.ts'
import { todayOf } from './write.ts'

type Figures = Output<(typeof inspectionPlanCalls)['figures']>

type Counts = {
  due: number
  onTime: number
  late: number
  lateHours: number | null
  missed: number
  running: number
  missedAt: Figures['missedAt']
}

/**
 * What was due between two days: done in time, done late, missed and under way. Only
 * what the caller sees of orders counts.
 */
async function countsOf(ctx: Ctx, from: string, until: string): Promise<Counts> {
  const { now } = ctx
  const { rows } = await sql<Counts>`
    with made as (
      select o.station_id, o.plan_end_time, s.finished_at, ${outcomeOf(now)} as outcome
      from inspection_due d
      join inspection_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id
      join work_order o on o.tenant_id = d.tenant_id and o.id = d.order_id
      join inspection_sheet s on s.tenant_id = d.tenant_id and s.order_id = d.order_id
      where d.due_on between ${from}::date and ${until}::date and ${visiblePlans(ctx)} and ${visibleOrders(ctx.who, 'o')}
        and ${mayDo(ctx.who.userId, 'order:list')}
    )
    select count(*)::int as due, count(*) filter (where outcome = 'onTime')::int as "onTime",
      count(*) filter (where outcome = 'late')::int as late,
      round((avg(extract(epoch from finished_at - plan_end_time) / 3600) filter (where outcome = 'late'))::numeric, 1)::float8
        as "lateHours",
      count(*) filter (where outcome = 'missed')::int as missed,
      count(*) filter (where outcome = 'running')::int as running, coalesce((
        select jsonb_agg(jsonb_build_object('psId', x.station_id::text, 'psName', s.name, 'count', x.n) order by x.n desc, s.id)
        from (select station_id, count(*)::int as n from made where outcome = 'missed' group by 1 order by 2 desc, 1 limit 3) x
        join station s on s.id = x.station_id), '[]') as "missedAt"
    from made`.execute(ctx.db)
  return one(rows)
}

/** Abnormal readings of the month, and what became of them. */
async function readingsOf(ctx: Ctx, from: string): Promise<Pick<Figures, 'abnormal' | 'defects' | 'exempt'>> {
  const { rows } = await sql<{ abnormal: number; defects: number; exempt: number }>`
    select count(*)::int as abnormal, count(*) filter (where l.defect_order_id is not null)::int as defects,
      count(*) filter (where l.exempt_reason <> '')::int as exempt
    from inspection_sheet_line l join work_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.verdict = 'abnormal' and l.done_at >= ${from}::date::timestamp at time zone ${ctx.who.timeZone}
      and ${visibleOrders(ctx.who, 'o')} and ${mayDo(ctx.who.userId, 'order:list')}`.execute(ctx.db)
  return one(rows)
}

async function statesOf(ctx: Ctx): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select case when p.next_state = 'audit' then 'audit' when p.state = 'effective' and p.stop_on <= ${todayOf(ctx)}::date
      then 'stopped' else p.state end as state, count(*)::int as count
    from inspection_plan p where ${visiblePlans(ctx)} group by 1`.execute(ctx.db)
  const counted = new Map(rows.map(({ state, count }) => [state, count]))
  return Object.fromEntries(Object.keys(planStates).map((state) => [state, counted.get(state) ?? 0]))
}

const percent = ({ due, running, onTime }: Counts): number | null =>
  due - running === 0 ? null : Math.round((1000 * onTime) / (due - running)) / 10

export async function readFigures(ctx: Ctx): Promise<Figures> {
  const today = todayOf(ctx)
  const first = `${today.slice(0, 7)}-01`
  const month = await countsOf(ctx, first, today)
  const before = await countsOf(ctx, monthsAfter(first, -1), dayAfter(first, -1))
  return {
    ...month,
    rate: percent(month),
    lastRate: percent(before),
    ...(await readingsOf(ctx, first)),
    states: await statesOf(ctx),
    nextRun: `${dayAfter(today)} 00:01:00`,
  }
}
