import { sql, type RawBuilder } from 'kysely'
import { notFound } from '../../../kernel/context.ts'
import { one } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Run } from '../engine/run.ts'
import type { Process, Variables } from '../engine/process.ts'
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
  /** Whether an open step of it is known to be stuck. */
  isStuck: boolean
  state: State
}

/** An instance with the bytes that its definition is known by. */
export type Located = Instance & { sha256: Buffer }

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
  isStuck: boolean
  tokens: Token[]
  tasks: (Omit<Task, 'dueAt'> & { dueAt: string | null })[]
  sha256: Buffer
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
export const peekInstance = (db: Db, id: string): Promise<Located> => readInstance(db, sql`i.id = ${id}`)

/**
 * The instance of a business row whose lock the caller holds: whoever moves the instance takes that lock first, so that
 * nothing of it changes any more and one statement is enough.
 */
export const instanceOf = (db: Db, businessType: string, businessId: string): Promise<Located> =>
  readInstance(
    db,
    sql`i.business_type = ${sql.lit(businessType)} and i.business_id = ${businessId} and i.parent_id is null
      and i.status = 'running' for update of i`,
  )

async function readInstance(db: Db, condition: RawBuilder<unknown>): Promise<Located> {
  const { rows } = await sql<Stored>`
    select i.id, d.sha256, i.definition_id as "definitionId", i.business_type as "businessType", i.business_id as "businessId",
      i.title, i.dep_code as "depCode", i.psa_id as "psaId", i.parent_id as "parentId",
      i.parent_token as "parentToken", i.given, coalesce(i.starter_id::text, '') as starter, i.status, i.variables,
      i.last_id as "lastId",
      i.last_event as "lastEvent",
      exists (select from process_incident p where p.tenant_id = i.tenant_id and p.instance_id = i.id)
        or exists (select from process_unmanned p where p.tenant_id = i.tenant_id and p.instance_id = i.id) as "isStuck",
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
    from process_instance i
    join process_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
    where ${condition}`.execute(db)
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

/** An instance that has not moved yet and is not in the database. */
export const draftOf = (
  definitionId: string,
  { businessType, businessId, title, depCode, psaId }: Subject,
  { starter, variables, parent }: Pick<State, 'starter' | 'variables'> & Pick<Instance, 'parent'>,
): Instance => ({
  id: '',
  definitionId,
  businessType,
  businessId,
  title,
  depCode,
  psaId,
  parent,
  given: parent && variables,
  lastEvent: 0,
  isStuck: false,
  state: { status: 'running', starter, variables, lastId: 0, tokens: new Map(), tasks: new Map() },
})

/** The states that open steps give the business row; of several, the one first in the definition. */
export function businessStateOf({ state }: Instance, process: Process): string | null {
  const open = new Set([...state.tokens.values()].map(({ node }) => node))
  for (const node of process.nodes.values())
    if (open.has(node.id) && node.kind === 'user' && node.businessState !== null) return node.businessState
  return null
}

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
  return sql`begun as (
      insert into process_instance (definition_id, business_type, business_id, title, dep_code, psa_id, parent_id,
        parent_token, given, starter_id, variables, status, business_state, last_id, last_event, started_at, ended_at)
      select ${instance.definitionId}::bigint, ${instance.businessType}::text, subject.id, subject.title,
        subject.dep_code, subject.psa_id, ${instance.parent?.id ?? null}::bigint,
        ${instance.parent?.token ?? null}::int, ${instance.given && JSON.stringify(instance.given)}::jsonb,
        ${state.starter || null}::bigint,
        ${JSON.stringify(state.variables)}::jsonb, ${state.status}::text, ${businessState}::text, ${state.lastId}::int,
        ${instance.lastEvent}::int, ${now}::timestamptz, ${endOf(state.status, now)}
      from ${subject} returning id, dep_code, psa_id
    ), ${below(saved, 0, sql`(select id from begun)`, sql`begun`)}`
}

/** A later step as parts of a `with`. */
export function rowsOfStep(saved: Saved): RawBuilder<unknown> {
  const { instance, state, events, businessState, now } = saved
  const first = instance.lastEvent
  instance.lastEvent += events.length
  const id = sql`${instance.id}::bigint`
  return sql`moved as (
      update process_instance set definition_id = ${instance.definitionId}::bigint, status = ${state.status},
        business_state = ${businessState}, variables = ${JSON.stringify(state.variables)}::jsonb, last_id = ${state.lastId},
        last_event = ${instance.lastEvent}, ended_at = ${endOf(state.status, now)}
      where id = ${id} returning dep_code, psa_id
    )${sql.join(sweeping(saved), sql``)}, ${below(saved, first, id, sql`moved`)}`
}

/** What a step removes besides, as further parts: most steps have little of it. */
function sweeping({ instance, removed, changed, tasks }: Saved): RawBuilder<unknown>[] {
  const id = sql`${instance.id}::bigint`
  const all = [...tasks.values()]
  const idsOf = (those: readonly Task[]) => sql`any(${those.map((task) => task.id)}::int[])`
  const closed = all.filter(isClosed)
  const gone = sql`any(${[...removed]}::int[])`
  const parts: RawBuilder<unknown>[] = []
  if (removed.size > 0)
    parts.push(sql`, gone as (
      delete from process_token where instance_id = ${id} and id = ${gone}
    )`)
  if (closed.length > 0)
    parts.push(sql`, closed as (
      update process_candidate set open = false where instance_id = ${id} and task_id = ${idsOf(closed)}
    )`)
  if (instance.isStuck)
    parts.push(sql`, solved as (
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

function below(
  { changed, tasks, events, actor, now }: Saved,
  firstEvent: number,
  id: RawBuilder<unknown>,
  place: RawBuilder<unknown>,
): RawBuilder<unknown> {
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
  return sql`token as (
      insert into process_token (instance_id, id, parent, node, via, doing, round, passed, signing)
      select ${id}, t.id, t.parent, t.node, t.via, t.doing, t.round, t.passed, t.signing
      from jsonb_to_recordset(${JSON.stringify([...changed])}::jsonb)
        as t (id int, parent int, node text, via text, doing text, round int, passed jsonb, signing jsonb)
      on conflict (tenant_id, instance_id, id) do update set parent = excluded.parent, node = excluded.node,
        via = excluded.via, doing = excluded.doing, round = excluded.round, passed = excluded.passed,
        signing = excluded.signing
    ), task as (
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
    ), candidate as (
      insert into process_candidate (instance_id, task_id, kind, ref, open, dep_code, psa_id)
      select ${id}, c.task, c.kind, c.ref, c.open, place.dep_code, place.psa_id
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as c (task int, kind text, ref text, open boolean),
        ${place} place
      on conflict do nothing
    ), happened as (
      insert into process_event (instance_id, seq, at, kind, token, node, flow, task_id, actor_id, behalf_id, outcome,
        opinion, target)
      select ${id}, e.seq, ${now}::timestamptz, e.kind, e.token, e.node, e.flow, e.task, e.actor, e.behalf, e.outcome,
        e.opinion, e."to"
      from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        as e (seq int, kind text, token int, node text, flow text, task int, actor bigint, behalf bigint, outcome text,
          opinion text, "to" text)
    )`
}
