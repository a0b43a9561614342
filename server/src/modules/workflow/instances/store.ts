import { sql, type RawBuilder } from 'kysely'
import { notFound } from '../../../kernel/context.ts'
import { one } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Process, Variables } from '../engine/process.ts'
import type { State, Status, Task, Token } from '../engine/state.ts'

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

export const fileOf = ({ definitionId: id, sha256 }: Located): { id: string; sha256: Buffer } => ({
  id,
  sha256,
})

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
export async function loadInstance(db: Db, id: string): Promise<Located> {
  await lockInstance(db, id)
  return peekInstance(db, id)
}

/**
 * The locks come first, the outermost instance's before the own: what the rows hold is read by the statement after them.
 * The calendar is among them, because who changes it waits for the steps' rows.
 */
async function lockInstance(db: Db, id: string): Promise<void> {
  const { rows } = await sql`
    with recursive above as (
      select tenant_id, id, parent_id from process_instance where id = ${id}
      union all
      select p.tenant_id, p.id, p.parent_id from process_instance p
      join above on p.tenant_id = above.tenant_id and p.id = above.parent_id
    )
    select app.share_work_calendar() from process_instance
    where id = any(array(select id from above where parent_id is null or id = ${id}))
    order by parent_id is not null for update`.execute(db)
  if (rows.length === 0) throw notFound()
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
