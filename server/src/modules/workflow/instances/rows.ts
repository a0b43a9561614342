import { sql, type RawBuilder } from 'kysely'
import { one } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Run } from '../engine/run.ts'
import type { Candidate, Status, Task } from '../engine/state.ts'
import type { Instance, Subject } from './store.ts'

export type Saved = Pick<Run, 'state' | 'changed' | 'removed' | 'tasks' | 'events'> & {
  instance: Instance
  /** Null where nobody acts. */
  actor: string | null
  now: Date
  businessState: string | null
}

/** Writes what a step changed, in one statement; `instance` has its id after its first step. */
export async function saveStep(db: Db, saved: Saved): Promise<void> {
  const { instance } = saved
  if (instance.id !== '') {
    await sql`with ${rowsOfStep(saved)} select`.execute(db)
    return
  }
  const { rows } = await sql<{ id: string }>`
    with ${rowsOfStart(saved, subjectOf(instance))} select id from begun`.execute(db)
  instance.id = one(rows).id
}

const subjectOf = ({ businessId, title, depCode, psaId }: Subject) =>
  sql`(select ${businessId}::bigint as id, ${title}::text as title, ${depCode}::text as dep_code,
    ${psaId}::bigint as psa_id) subject`

const endOf = (status: Status, now: Date) => sql`${status === 'running' ? null : now}::timestamptz`

/**
 * The first step as parts of a `with`, the last of them being the instance as `begun`. `subject` gives one row with id,
 * title, dep_code and psa_id, and may be an earlier part.
 */
export function rowsOfStart(saved: Saved, subject: RawBuilder<unknown>): RawBuilder<unknown> {
  const { instance, state, events, businessState, now } = saved
  instance.lastEvent += events.length
  const begun = sql`begun as (
      insert into process_instance (definition_id, business_type, business_id, title, dep_code, psa_id, parent_id,
        parent_token, given, starter_id, variables, status, business_state, last_id, last_event, started_at, ended_at)
      select ${instance.definitionId}::bigint, ${instance.businessType}::text, subject.id, subject.title,
        subject.dep_code, subject.psa_id, ${instance.parent?.id ?? null}::bigint,
        ${instance.parent?.token ?? null}::int, ${instance.given && JSON.stringify(instance.given)}::jsonb,
        ${state.starter || null}::bigint,
        ${JSON.stringify(state.variables)}::jsonb, ${state.status}::text, ${businessState}::text, ${state.lastId}::int,
        ${instance.lastEvent}::int, ${now}::timestamptz, ${endOf(state.status, now)}
      from ${subject} returning id, dep_code, psa_id
    )`
  return sql.join([begun, ...below(saved, 0, sql`(select id from begun)`, sql`begun`)])
}

/** A later step as parts of a `with`. */
export function rowsOfStep(saved: Saved): RawBuilder<unknown> {
  const { instance, state, events, businessState, now } = saved
  const first = instance.lastEvent
  instance.lastEvent += events.length
  const id = sql`${instance.id}::bigint`
  const moved = sql`moved as (
      update process_instance set definition_id = ${instance.definitionId}::bigint, status = ${state.status},
        business_state = ${businessState}, variables = ${JSON.stringify(state.variables)}::jsonb, last_id = ${state.lastId},
        last_event = ${instance.lastEvent}, ended_at = ${endOf(state.status, now)}
      where id = ${id} returning dep_code, psa_id
    )`
  return sql.join([moved, ...sweeping(saved), ...below(saved, first, id, sql`moved`)])
}

/** What a step removes besides: most steps have little of it. */
function sweeping({ instance, removed, changed, tasks }: Saved): RawBuilder<unknown>[] {
  const id = sql`${instance.id}::bigint`
  const all = [...tasks.values()]
  const idsOf = (those: readonly Task[]) => sql`any(${those.map((task) => task.id)}::int[])`
  const closed = all.filter(isClosed)
  const gone = sql`any(${[...removed]}::int[])`
  const parts: RawBuilder<unknown>[] = []
  if (removed.size > 0)
    parts.push(sql`gone as (
      delete from process_token where instance_id = ${id} and id = ${gone}
    )`)
  if (closed.length > 0)
    parts.push(sql`closed as (
      update process_candidate set open = false where instance_id = ${id} and task_id = ${idsOf(closed)}
    )`)
  if (instance.isStuck)
    parts.push(sql`solved as (
      delete from process_incident p where p.instance_id = ${id} and (p.token = ${gone}
        or exists (
          select from jsonb_to_recordset(${JSON.stringify([...changed])}::jsonb) as t (id int, round int)
          where t.id = p.token and t.round <> p.round))
    ), manned as (
      delete from process_unmanned where instance_id = ${id} and task_id = ${idsOf(all)}
    )`)
  return parts
}

const isClosed = ({ state }: Task) => state === 'done' || state === 'dropped'

/** What a step adds and changes; a statement has no part for what there is none of. */
function below(
  { changed, tasks, events, actor, now }: Saved,
  firstEvent: number,
  id: RawBuilder<unknown>,
  place: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const all = [...tasks.values()]
  const added = all.flatMap((task) =>
    task.candidates.map((each: Candidate) => ({ task: task.id, open: !isClosed(task), ...each })),
  )
  const numbered = events.map((event, at) => ({
    ...event,
    seq: firstEvent + at + 1,
    // The engine has no word for nobody. Copies are the process's own.
    actor: event.kind === 'copy' ? null : event.actor || actor,
  }))
  const parts: RawBuilder<unknown>[] = []
  if (changed.size > 0)
    parts.push(sql`token as (
      insert into process_token (instance_id, id, parent, node, via, doing, round, passed, signing)
      select ${id}, t.id, t.parent, t.node, t.via, t.doing, t.round, t.passed, t.signing
      from jsonb_to_recordset(${JSON.stringify([...changed])}::jsonb)
        as t (id int, parent int, node text, via text, doing text, round int, passed jsonb, signing jsonb)
      on conflict (tenant_id, instance_id, id) do update set parent = excluded.parent, node = excluded.node,
        via = excluded.via, doing = excluded.doing, round = excluded.round, passed = excluded.passed,
        signing = excluded.signing
    )`)
  if (all.length > 0)
    parts.push(sql`task as (
      insert into process_task (instance_id, id, token, round, node, name, place, assignee_id, state, before, outcome,
        completed_by, behalf_id, opened_at, due_at, closed_at)
      select ${id}, t.id, t.token, t.round, t.node, t.name, t.place, t.assignee, t.state, t.before, t.outcome,
        t.by, t.behalf, ${now}::timestamptz, t."dueAt",
        case when t.state in ('done', 'dropped') then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as t (id int, token int, round int, node text, name text, place int, assignee bigint, state text, before int,
          outcome text, by bigint, behalf bigint, "dueAt" timestamptz)
      on conflict (tenant_id, instance_id, id) do update set node = excluded.node, name = excluded.name,
        assignee_id = excluded.assignee_id, state = excluded.state, outcome = excluded.outcome,
        completed_by = excluded.completed_by, behalf_id = excluded.behalf_id, closed_at = excluded.closed_at
    )`)
  if (added.length > 0)
    parts.push(sql`candidate as (
      insert into process_candidate (instance_id, task_id, kind, ref, open, dep_code, psa_id)
      select ${id}, c.task, c.kind, c.ref, c.open, place.dep_code, place.psa_id
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as c (task int, kind text, ref text, open boolean),
        ${place} place
      on conflict do nothing
    )`)
  parts.push(sql`happened as (
      insert into process_event (instance_id, seq, at, kind, token, node, flow, task_id, actor_id, behalf_id, outcome,
        opinion, target)
      select ${id}, e.seq, ${now}::timestamptz, e.kind, e.token, e.node, e.flow, e.task, e.actor, e.behalf, e.outcome,
        e.opinion, e."to"
      from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        as e (seq int, kind text, token int, node text, flow text, task int, actor bigint, behalf bigint, outcome text,
          opinion text, "to" text)
    )`)
  return parts
}
