import type { InspectionOutcome } from '@heliodesk/contract/inspection-outcomes.ts'
import type { OrderQuery } from '@heliodesk/contract/work-order-list.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import type { Ctx } from '../../kernel/context.ts'

/**
 * What became of an inspection, the one rule for every count (ADR 0103): `onTime` or `late` (finished after its planned
 * end), `missed` (not finished before the planned end of the next one of its plan at the station, or before the promised
 * end if that is sooner; or closed unfinished), otherwise `running`. Of the order `o` with its sheet `s`. The next one is
 * of a later due day: several legs of a plan may visit a station on the same day, and end at different hours.
 */
export const outcomeOf = (now: Date): RawBuilder<InspectionOutcome> => sql<InspectionOutcome>`
  (select case
      when coalesce(s.finished_at, ${now}) > last.at then 'missed'
      when s.finished_at is null and o.flow_sts = 5 then 'missed'
      when s.finished_at is null then 'running'
      when s.finished_at > o.plan_end_time then 'late'
      else 'onTime' end
    from (select least(
      (select n.plan_end_time from inspection_due d
        join inspection_due later on later.tenant_id = d.tenant_id and later.plan_id = d.plan_id and later.due_on > d.due_on
        join work_order n on n.tenant_id = later.tenant_id and n.id = later.order_id
        where d.tenant_id = o.tenant_id and d.order_id = o.id and n.station_id = o.station_id and n.plan_end_time is not null
        order by later.due_on, n.plan_end_time limit 1),
      o.imp_commit_time) as at) last)`

type Days = { from: string; until: string }

/**
 * Whether the order `o` is an inspection that was due on these days: one of a plan by its due day, which stays when its
 * times change, and any other by its planned end.
 */
const isDue = ({ from, until }: Days, zone: string): RawBuilder<SqlBool> => sql<SqlBool>`o.id in (
  select d.order_id from inspection_due d where d.due_on between ${from}::date and ${until}::date
  union all
  select w.id from work_order w
  where w.task_type = 100 and w.plan_end_time >= ${from}::date::timestamp at time zone ${zone}
    and w.plan_end_time < (${until}::date + 1)::timestamp at time zone ${zone}
    and not exists (select from inspection_due d where d.tenant_id = w.tenant_id and d.order_id = w.id))`

/** The sheets of inspections that were due on some days, with what became of each by now; `condition` is on the order `o`. */
export const judgedSheets = (
  { now, who }: Pick<Ctx, 'now' | 'who'>,
  days: Days,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select o.id, o.station_id, o.liable_user_id, o.liable_person, o.plan_end_time, s.finished_at, ${outcomeOf(now)} as outcome
  from inspection_sheet s
  join work_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
  where ${isDue(days, who.timeZone)} and ${condition}`

/** How many of `judgedSheets` named `j` had each outcome. */
export const outcomeCounts = sql`
  count(*)::int as due,
  (count(*) filter (where j.outcome = 'onTime'))::int as "onTime",
  (count(*) filter (where j.outcome = 'late'))::int as late,
  (count(*) filter (where j.outcome = 'missed'))::int as missed,
  (count(*) filter (where j.outcome = 'running'))::int as running`

/** Abnormal readings of `judgedSheets` named `j`, and how many of them became a defect or were said not to be one. */
export const findings = sql`
  left join lateral (
    select count(*)::int as abnormal, (count(l.defect_order_id))::int as defects,
      (count(*) filter (where l.exempt_reason <> ''))::int as exempt
    from inspection_sheet_line l
    where l.tenant_id = app.tenant_id() and l.order_id = j.id and l.verdict = 'abnormal') f on true`

export const findingCounts = sql`
  coalesce(sum(f.abnormal), 0)::int as abnormal, coalesce(sum(f.defects), 0)::int as defects,
  coalesce(sum(f.exempt), 0)::int as exempt`

/** Orders `o` of lists that ask for inspections by their due day or by what became of them; null if they do not ask. */
export function selectedInspections(
  ctx: Pick<Ctx, 'now' | 'who'>,
  { outcome = [], dueDayBegin, dueDayEnd }: OrderQuery,
): RawBuilder<SqlBool> | null {
  if (outcome.length === 0 && dueDayBegin === undefined && dueDayEnd === undefined) return null
  const days = { from: dueDayBegin ?? '0001-01-01', until: dueDayEnd ?? '9999-12-30' }
  const judged = judgedSheets(ctx, days, allOf())
  const chosen = outcome.length > 0 ? sql`where j.outcome = any(${outcome}::text[])` : sql``
  return sql`o.id = any(array(select j.id from (${judged}) j ${chosen}))`
}
