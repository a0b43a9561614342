import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether a person (a row `u` of people) works under a ticket (a row `t`): they lead it or switch by it, are of its crew,
 * or execute an order that it is for.
 */
export const worksUnder: RawBuilder<SqlBool> = sql<SqlBool>`(
  u.id = t.leader_id or (t.kind = 'operation' and u.id = t.guard_id)
  or exists (select from ticket_person p where p.tenant_id = t.tenant_id and p.ticket_id = t.id and p.person_id = u.id
    and not p.removed)
  or exists (select from ticket_order l join work_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.tenant_id = t.tenant_id and l.ticket_id = t.id
      and (o.liable_user_id = u.id or u.id = any(o.assist_user_ids))))`

/** Whether an event `e` stopped the work under a ticket `t`, and it still stands. */
export const stops: RawBuilder<SqlBool> = sql<SqlBool>`(
  (e.action in ('recall', 'abort') and t.stamp is not null)
  or (e.action = 'pause' and t.kind = 'operation' and t.state = 'paused'
    and not exists (select from ticket_event later where later.tenant_id = e.tenant_id and later.ticket_id = e.ticket_id
      and later.id > e.id and later.action in ('pause', 'resume'))))`
