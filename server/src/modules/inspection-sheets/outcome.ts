import { sql, type RawBuilder } from 'kysely'

/**
 * What became of an inspection, the one rule for every count (ADR 0103): `onTime` or `late` (finished after its planned
 * end), `missed` (not finished before the next one of its plan at the station was due, or before the promised end if that
 * is sooner; or closed unfinished), otherwise `running`. Of the order `o` with its sheet `s`.
 */
export const outcomeOf = (now: Date): RawBuilder<string> => sql<string>`
  (select case
      when coalesce(s.finished_at, ${now}) > last.at then 'missed'
      when s.finished_at is null and o.flow_sts = 5 then 'missed'
      when s.finished_at is null then 'running'
      when s.finished_at > o.plan_end_time then 'late'
      else 'onTime' end
    from (select least(
      (select min(n.plan_end_time) from work_order n
        where n.tenant_id = o.tenant_id and n.plan_code = o.plan_code and n.station_id = o.station_id and n.task_type = 100
          and n.plan_end_time > o.plan_end_time),
      o.imp_commit_time) as at) last)`
