import { sql } from 'kysely'
import { notFound } from '../../../kernel/context.ts'
import { one } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Run } from '../engine/run.ts'
import type { Variables } from '../engine/process.ts'
import type { Candidate, State, Status, Task, Token } from '../engine/state.ts'

/** What a process decides about, and who may see it. */
export type Subject = {
  businessType: string
  businessId: string
  title: string
  depCode: string
  psaId: string | null
}

export type Instance = Subject & {
  id: string
  definitionId: string
  /** The token that waits in another instance. */
  parent: { id: string; token: number } | null
  /** The variables with which its caller began it. */
  given: Variables | null
  lastEvent: number
  state: State
}

type Stored = Subject & {
  id: string
  definitionId: string
  parentId: string | null
  parentToken: number | null
  given: Variables | null
  starter: string
  status: Status
  variables: State['variables']
  lastId: number
  lastEvent: number
  tokens: Token[]
  tasks: (Omit<Task, 'dueAt'> & { dueAt: string | null })[]
}

/**
 * An instance with what its next steps depend on, locked until commit with the one that all its callers go back to:
 * steps of instances that call each other come one after the other. The lock of the business row is taken before.
 */
export async function loadInstance(db: Db, id: string): Promise<Instance> {
  await lockInstance(db, id)
  return peekInstance(db, id)
}

/**
 * The locks come first: what the rows hold is read by the statement after them. The calendar is among them, because who
 * changes it waits for the steps' rows.
 */
async function lockInstance(db: Db, id: string): Promise<void> {
  await sql`
    with recursive above as (
      select tenant_id, id, parent_id from process_instance where id = ${id}
      union all
      select p.tenant_id, p.id, p.parent_id from process_instance p
      join above on p.tenant_id = above.tenant_id and p.id = above.parent_id
    )
    select app.share_work_calendar() from process_instance where id = (select id from above where parent_id is null) for update`.execute(
    db,
  )
  await db
    .selectFrom('process_instance')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
}

/** The same as it is now, to be looked at only. */
export async function peekInstance(db: Db, id: string): Promise<Instance> {
  const { rows } = await sql<Stored>`
    select i.id, i.definition_id as "definitionId", i.business_type as "businessType", i.business_id as "businessId",
      i.title, i.dep_code as "depCode", i.psa_id as "psaId", i.parent_id as "parentId",
      i.parent_token as "parentToken", i.given, i.starter_id as starter, i.status, i.variables, i.last_id as "lastId",
      i.last_event as "lastEvent",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'parent', t.parent, 'node', t.node, 'via', t.via,
          'doing', t.doing, 'round', t.round, 'passed', t.passed, 'signing', t.signing) order by t.id)
        from process_token t where t.tenant_id = i.tenant_id and t.instance_id = i.id), '[]') as tokens,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'token', t.token, 'round', t.round, 'node', t.node,
          'name', t.name, 'place', t.place, 'assignee', t.assignee_id::text, 'state', t.state, 'before', t.before,
          'outcome', t.outcome, 'by', t.completed_by::text, 'dueAt', t.due_at, 'candidates', coalesce((
            select jsonb_agg(jsonb_build_object('kind', c.kind, 'ref', c.ref)) from process_candidate c
            where c.tenant_id = t.tenant_id and c.instance_id = t.instance_id and c.task_id = t.id), '[]'))
          order by t.id)
        from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.closed_at is null),
        '[]') as tasks
    from process_instance i where i.id = ${id}`.execute(db)
  const { parentId, parentToken, starter, status, variables, lastId, tokens, tasks, ...rest } = one(rows)
  return {
    ...rest,
    parent: parentId === null || parentToken === null ? null : { id: parentId, token: parentToken },
    state: {
      status,
      starter,
      variables,
      lastId,
      tokens: new Map(tokens.map((token) => [token.id, token])),
      tasks: new Map(
        tasks.map((task) => [task.id, { ...task, dueAt: task.dueAt === null ? null : new Date(task.dueAt) }]),
      ),
    },
  }
}

/** Whether nobody but the starter has acted, in it or in what it calls, so that the starter may take it back (撤回). */
export async function isUntouched(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive called as (
      select tenant_id, id, starter_id from process_instance where id = ${id}
      union all
      select p.tenant_id, p.id, p.starter_id from process_instance p
      join called c on p.tenant_id = c.tenant_id and p.parent_id = c.id
    )
    select from called c join process_task t on t.tenant_id = c.tenant_id and t.instance_id = c.id
    where t.completed_by <> c.starter_id limit 1`.execute(db)
  return rows.length === 0
}

/** Adds an instance that has not moved yet. */
export async function addInstance(
  db: Db,
  definitionId: string,
  { businessType, businessId, title, depCode, psaId }: Subject,
  {
    starter,
    variables,
    parent,
    now,
  }: Pick<State, 'starter' | 'variables'> & Pick<Instance, 'parent'> & { now: Date },
): Promise<Instance> {
  const { id } = await db
    .insertInto('process_instance')
    .values({
      definition_id: definitionId,
      business_type: businessType,
      business_id: businessId,
      title,
      dep_code: depCode,
      psa_id: psaId,
      parent_id: parent?.id ?? null,
      parent_token: parent?.token ?? null,
      given: parent && JSON.stringify(variables),
      starter_id: starter,
      variables: JSON.stringify(variables),
      started_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    definitionId,
    businessType,
    businessId,
    title,
    depCode,
    psaId,
    parent,
    given: parent && variables,
    lastEvent: 0,
    state: { status: 'running', starter, variables, lastId: 0, tokens: new Map(), tasks: new Map() },
  }
}

type Saved = Pick<Run, 'state' | 'changed' | 'removed' | 'tasks' | 'events'>

/** Writes what a step changed, in one statement. `actor` is null where nobody acted. */
export async function saveStep(
  db: Db,
  instance: Instance,
  { state, changed, removed, tasks, events }: Saved,
  actor: string | null,
  now: Date,
): Promise<void> {
  const all = [...tasks.values()]
  const isClosed = ({ state: each }: Task) => each === 'done' || each === 'dropped'
  const added = all.flatMap((task) =>
    task.candidates.map((each: Candidate) => ({ task: task.id, open: !isClosed(task), ...each })),
  )
  const closed = all.filter(isClosed).map(({ id }) => id)
  const numbered = events.map((event, at) => ({
    ...event,
    seq: instance.lastEvent + at + 1,
    // The engine has no word for nobody.
    actor: event.actor || actor,
  }))
  instance.lastEvent += events.length
  await sql`
    with gone as (
      delete from process_token where instance_id = ${instance.id} and id = any(${[...removed]}::int[])
    ), token as (
      insert into process_token (instance_id, id, parent, node, via, doing, round, passed, signing)
      select ${instance.id}, t.id, t.parent, t.node, t.via, t.doing, t.round, t.passed, t.signing
      from jsonb_to_recordset(${JSON.stringify([...changed])}::jsonb)
        as t (id int, parent int, node text, via text, doing text, round int, passed jsonb, signing jsonb)
      on conflict (tenant_id, instance_id, id) do update set parent = excluded.parent, node = excluded.node,
        via = excluded.via, doing = excluded.doing, round = excluded.round, passed = excluded.passed,
        signing = excluded.signing
    ), task as (
      insert into process_task (instance_id, id, token, round, node, name, place, assignee_id, state, before, outcome,
        completed_by, behalf_id, opened_at, due_at, closed_at)
      select ${instance.id}, t.id, t.token, t.round, t.node, t.name, t.place, t.assignee, t.state, t.before, t.outcome,
        t.by, t.behalf, ${now}, t."dueAt", case when t.state in ('done', 'dropped') then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as t (id int, token int, round int, node text, name text, place int, assignee bigint, state text, before int,
          outcome text, by bigint, behalf bigint, "dueAt" timestamptz)
      on conflict (tenant_id, instance_id, id) do update set node = excluded.node, name = excluded.name,
        assignee_id = excluded.assignee_id, state = excluded.state, outcome = excluded.outcome,
        completed_by = excluded.completed_by, behalf_id = excluded.behalf_id, closed_at = excluded.closed_at
    ), closed as (
      update process_candidate set open = false where instance_id = ${instance.id} and task_id = any(${closed}::int[])
    ), candidate as (
      insert into process_candidate (instance_id, task_id, kind, ref, open)
      select ${instance.id}, c.task, c.kind, c.ref, c.open
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as c (task int, kind text, ref text, open boolean)
      on conflict do nothing
    ), solved as (
      delete from process_incident p where p.instance_id = ${instance.id} and (p.token = any(${[...removed]}::int[])
        or exists (
          select from jsonb_to_recordset(${JSON.stringify([...changed])}::jsonb) as t (id int, round int)
          where t.id = p.token and t.round <> p.round))
    ), manned as (
      delete from process_unmanned
      where instance_id = ${instance.id} and task_id = any(${all.map(({ id }) => id)}::int[])
    ), event as (
      insert into process_event (instance_id, seq, at, kind, token, node, flow, task_id, actor_id, behalf_id, outcome,
        opinion, target)
      select ${instance.id}, e.seq, ${now}, e.kind, e.token, e.node, e.flow, e.task, e.actor, e.behalf, e.outcome,
        e.opinion, e."to"
      from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        as e (seq int, kind text, token int, node text, flow text, task int, actor bigint, behalf bigint, outcome text,
          opinion text, "to" text)
    )
    update process_instance set definition_id = ${instance.definitionId}, status = ${state.status}, variables = ${JSON.stringify(state.variables)}::jsonb,
      last_id = ${state.lastId}, last_event = ${instance.lastEvent},
      ended_at = case when ${state.status} <> 'running' then ${now}::timestamptz end
    where id = ${instance.id}`.execute(db)
}
