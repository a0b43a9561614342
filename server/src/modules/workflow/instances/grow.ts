import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres.ts'
import type { Happened, State, Task } from '../engine/state.ts'
import type { Subject } from './store.ts'

export type GrownTask = Task & { openedAt: Date; closedAt: Date | null }

/** An instance that has moved already, with all that happened in it. */
export type GrownInstance = {
  state: State
  events: readonly Happened[]
  tasks: ReadonlyMap<number, GrownTask>
}

export type Adopted = GrownInstance & { subject: Subject; definitionId: string; businessState: string | null }

/** Adds running instances for rows that are older than their processes, in one statement. */
export async function addGrown(db: Db, adopted: readonly Adopted[]): Promise<void> {
  if (adopted.length === 0) return
  const instances = adopted.map(({ subject, definitionId, businessState, state, events }) => ({
    ...subject,
    definitionId,
    businessState,
    starter: state.starter || null,
    variables: state.variables,
    lastId: state.lastId,
    lastEvent: events.length,
    startedAt: events[0]?.at,
  }))
  const each = <T>(of: (one: Adopted) => Iterable<T>) =>
    JSON.stringify(
      adopted.flatMap((one) => Array.from(of(one), (row) => ({ ...row, business: one.subject.businessId }))),
    )
  const tasks = each(({ tasks: all }) => [...all.values()].map((task) => ({ ...task, by: task.by || null })))
  const candidates = each(({ state }) =>
    [...state.tasks.values()].flatMap(({ id, candidates: all }) => all.map((one) => ({ task: id, ...one }))),
  )
  const events = each(({ events: all }) =>
    all.map((event, at) => ({ ...event, seq: at + 1, actor: event.actor || null })),
  )
  await sql`
    with begun as (
      insert into process_instance (definition_id, business_type, business_id, title, dep_code, psa_id, starter_id,
        variables, business_state, last_id, last_event, started_at)
      select i."definitionId", i."businessType", i."businessId", i.title, i."depCode", i."psaId", i.starter,
        i.variables, i."businessState", i."lastId", i."lastEvent", i."startedAt"
      from jsonb_to_recordset(${JSON.stringify(instances)}::jsonb) as i ("definitionId" bigint, "businessType" text,
        "businessId" bigint, title text, "depCode" text, "psaId" bigint, starter bigint, variables jsonb,
        "businessState" text, "lastId" int, "lastEvent" int, "startedAt" timestamptz)
      returning id, business_id, dep_code, psa_id
    ), token as (
      insert into process_token (instance_id, id, parent, node, via, doing, round, passed, signing)
      select begun.id, t.id, t.parent, t.node, t.via, t.doing, t.round, t.passed, t.signing
      from jsonb_to_recordset(${each(({ state }) => state.tokens.values())}::jsonb) as t (business bigint, id int,
        parent int, node text, via text, doing text, round int, passed jsonb, signing jsonb)
      join begun on begun.business_id = t.business
    ), task as (
      insert into process_task (instance_id, id, token, round, node, name, place, assignee_id, state, before, outcome,
        completed_by, opened_at, due_at, closed_at)
      select begun.id, t.id, t.token, t.round, t.node, t.name, t.place, t.assignee, t.state, t.before, t.outcome,
        t.by, t."openedAt", t."dueAt", t."closedAt"
      from jsonb_to_recordset(${tasks}::jsonb) as t (business bigint, id int, token int, round int, node text,
        name text, place int, assignee bigint, state text, before int, outcome text, by bigint,
        "openedAt" timestamptz, "dueAt" timestamptz, "closedAt" timestamptz)
      join begun on begun.business_id = t.business
    ), candidate as (
      insert into process_candidate (instance_id, task_id, kind, ref, dep_code, psa_id)
      select begun.id, c.task, c.kind, c.ref, begun.dep_code, begun.psa_id
      from jsonb_to_recordset(${candidates}::jsonb) as c (business bigint, task int, kind text, ref text)
      join begun on begun.business_id = c.business
    )
    insert into process_event (instance_id, seq, at, kind, token, node, flow, task_id, actor_id, outcome, opinion,
      target)
    select begun.id, e.seq, e.at, e.kind, e.token, e.node, e.flow, e.task, e.actor, e.outcome, e.opinion,
      e."to"
    from jsonb_to_recordset(${events}::jsonb) as e (business bigint, seq int, at timestamptz, kind text, token int,
      node text, flow text, task int, actor bigint, outcome text, opinion text, "to" text)
    join begun on begun.business_id = e.business
    order by begun.id, e.seq`.execute(db)
}
