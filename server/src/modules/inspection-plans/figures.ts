import type { Output } from '@heliodesk/contract/call.ts'
import { dayAfter, monthsAfter } from '@heliodesk/contract/days.ts'
import { planStates, type inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { sql } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import { mayDo } from '../../kernel/rights.ts'
import type { Ctx } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { findingCounts, findings, judgedSheets, outcomeCounts } from '../inspection-sheets/index.ts'
import { visiblePlans } from '../inspection-cycles/index.ts'
import { todayOf } from './write.ts'

type Figures = Output<(typeof inspectionPlanCalls)['figures']>

type Counts = Pick<
  Figures,
  | 'abnormal'
  | 'defects'
  | 'due'
  | 'exempt'
  | 'late'
  | 'lateHours'
  | 'missed'
  | 'missedAt'
  | 'onTime'
  | 'running'
>

/**
 * What was due between two days: done in time, done late, missed and under way, with the abnormal readings. They are
 * the orders that the caller sees, as the list of orders and the statistics have them.
 */
async function countsOf(ctx: Ctx, days: { from: string; until: string }): Promise<Counts> {
  const seen = allOf(visibleOrders(ctx.who, 'o'), mayDo(ctx.who.userId, 'order:list'))
  const { rows } = await sql<Counts>`
    with j as (${judgedSheets(ctx, days, seen)})
    select ${outcomeCounts}, ${findingCounts},
      round((avg(extract(epoch from j.finished_at - j.plan_end_time) / 3600) filter (where j.outcome = 'late'))::numeric, 1)
        ::float8 as "lateHours", coalesce((
        select jsonb_agg(jsonb_build_object('psId', x.station_id::text, 'psName', s.name, 'count', x.n) order by x.n desc, s.id)
        from (select station_id, count(*)::int as n from j where outcome = 'missed' group by 1 order by 2 desc, 1 limit 3) x
        join station s on s.id = x.station_id), '[]') as "missedAt"
    from j ${findings}`.execute(ctx.db)
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
  const from = `${today.slice(0, 7)}-01`
  const month = await countsOf(ctx, { from, until: today })
  const before = await countsOf(ctx, { from: monthsAfter(from, -1), until: dayAfter(from, -1) })
  return {
    from,
    until: today,
    ...month,
    rate: percent(month),
    lastRate: percent(before),
    states: await statesOf(ctx),
    nextRun: `${dayAfter(today)} 00:01:00`,
  }
}
