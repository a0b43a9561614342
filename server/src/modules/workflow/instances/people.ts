import { sql, type RawBuilder } from 'kysely'
import { DomainError, notFound } from '../../../kernel/context.ts'
import { reachesPlace, visiblePlaces } from '../../../kernel/scope.ts'
import { present } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Actors, CopyTask, UserTask, Variables } from '../engine/process.ts'
import type { Run } from '../engine/run.ts'
import type { Person } from '../engine/signing.ts'
import type { Candidate, Signer } from '../engine/state.ts'
import { businessOf } from './business.ts'
import { delegations, isInForce, type Actor } from './delegates.ts'

/** Who leads a department: 站长, 区域经理; above all of them, the administrator. */
const HEAD_ROLES = ['r10020', 'r10010', 'admin']

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => each !== null && each !== undefined).map(String)

const alone = (id: string): Signer => ({ assignee: id, candidates: [] })

const isId = (id: string) => /^[1-9]\d{0,17}$/.test(id)

/** A query of the `dep_code` and `psa_id` by which it is decided who sees an instance. */
export type Place = RawBuilder<unknown>

/**
 * Who signs a step, as its definition says with the variables of now. People who no longer work here are left out;
 * nobody is, if none remains. Roles, permissions and heads sign a countersigned step one by one.
 */
export async function signersOf(db: Db, run: Run, node: UserTask, place: Place): Promise<Signer[]> {
  const { actors, countersign } = node
  const assigneeOf = (more: Variables = {}) => actors.assignee && run.valueOf(actors.assignee, more)
  if (countersign) {
    const wanted = idsOf(run.valueOf(countersign.signers)).flatMap((each) =>
      idsOf(assigneeOf({ [countersign.signerVariable]: each }) ?? each),
    )
    const listed = await atWork(db, wanted)
    const others = await candidatesOf(db, run, { ...actors, users: null })
    const found = await peopleOf(db, others, { place, starter: run.state.starter })
    return [...new Set([...listed, ...found.map(({ id }) => id)])].map(alone)
  }
  if (actors.assignee) return (await atWork(db, idsOf(assigneeOf()).slice(0, 1))).map(alone)
  const candidates = await candidatesOf(db, run, actors)
  return candidates.length > 0 ? [{ assignee: null, candidates }] : []
}

/** Whom a step offers itself to; roles and permissions stand for whoever has them. */
async function candidatesOf(db: Db, run: Run, actors: Actors): Promise<Candidate[]> {
  const users = actors.users ? await atWork(db, idsOf(run.valueOf(actors.users))) : []
  const heads: string[] = []
  for (const expression of actors.heads) {
    const of = run.valueOf(expression)
    if (of === run.state.starter) heads.push(...(await headsAbove(db, run.state.starter)))
    else for (const depId of idsOf(of).filter(isId)) heads.push(...(await headsOf(db, depId)))
  }
  return [
    ...[...new Set([...users, ...heads])].map((ref) => ({ kind: 'user' as const, ref })),
    ...actors.roles.map((ref) => ({ kind: 'role' as const, ref })),
    ...actors.rights.map((ref) => ({ kind: 'right' as const, ref })),
  ]
}

/** Who gets a copy at a copy step; the starter only where they are named themselves. */
export async function receiversOf(db: Db, run: Run, { actors }: CopyTask, asked: Asked): Promise<Able[]> {
  const [assignee] = actors.assignee ? idsOf(run.valueOf(actors.assignee)) : []
  const candidates = await candidatesOf(db, run, actors)
  if (assignee !== undefined) candidates.unshift({ kind: 'user', ref: assignee })
  const isNamed = (id: string) => candidates.some(({ kind, ref }) => kind === 'user' && ref === id)
  const found = await peopleOf(db, candidates, asked)
  return found.filter(({ id }) => id !== asked.starter || isNamed(id))
}

type Asked = {
  place: Place
  starter: string
  /** Whether the person `u` of department `d` is of interest to the caller. */
  near?: RawBuilder<unknown>
}
export type Able = { id: string; realname: string; isNear: boolean }

/**
 * The people at work behind these candidates, those first who are named, whose data cover the place or who started the
 * instance. Nobody acts for their role in what they started.
 */
export async function peopleOf(
  db: Db,
  candidates: readonly Candidate[],
  { place, starter, near = sql`true` }: Asked,
): Promise<Able[]> {
  if (candidates.length === 0) return []
  const of = (wanted: Candidate['kind']) =>
    candidates.flatMap(({ kind, ref }) => (kind === wanted ? ref : []))
  const ids = of('user').filter(isId)
  const own = sql`${starter || null}::bigint`
  const { rows } = await sql<Able>`
    with wanted as (
      select unnest(${ids}::bigint[]) as id
      union select ur.user_id from role r
        join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
        where r.role_code = any(${of('role')}) and ur.user_id is distinct from ${own}
      union select ur.user_id from permission m
        join role_permission rp on rp.tenant_id = m.tenant_id and rp.permission_id = m.id
        join user_role ur on ur.tenant_id = rp.tenant_id and ur.role_id = rp.role_id
        where m.code = any(${of('right')})
    )
    select u.id, u.realname, ${near} as "isNear" from ${place} as place, wanted
    -- Few are wanted of many; the planner expects the opposite, and would read all accounts.
    cross join lateral (select * from app_user u where u.id = wanted.id offset 0) u
    cross join lateral (
      select * from department d where d.tenant_id = u.tenant_id and d.id = u.department_id offset 0) d
    where u.status = '1' and (u.id = ${own} or ${reachesPlace('u', 'd', 'place')})
    order by array_position(${ids}::bigint[], u.id), u.id`.execute(db)
  return rows
}

/** These people in this order, without those whose accounts are not in force. */
export async function atWork(db: Db, ids: readonly string[]): Promise<string[]> {
  const valid = ids.filter(isId)
  if (valid.length === 0) return []
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', valid)
    .where('status', '=', '1')
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  return valid.filter((id) => found.has(id))
}

/** Who leads this person's department, or the nearest one above with a head; never the person. */
const headsAbove = (db: Db, userId: string) =>
  nearestHeads(db, sql`(select department_id from app_user where id = ${userId})`, userId)

const headsOf = (db: Db, depId: string) => nearestHeads(db, sql`${depId}::bigint`, null)

async function nearestHeads(
  db: Db,
  department: ReturnType<typeof sql>,
  except: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with lead as (
      select u.id, length(d.org_code) as depth
      from department own
      join department d on d.tenant_id = own.tenant_id and starts_with(own.org_code, d.org_code)
      join app_user u on u.tenant_id = d.tenant_id and u.department_id = d.id and u.status = '1'
      join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.role_code = any(${HEAD_ROLES})
      where own.id = ${department} and u.id is distinct from ${except}::bigint
    )
    select id from lead where depth = (select max(depth) from lead) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

type Standing = {
  starter_id: string | null
  business_type: string
  business_id: string
  isVisible: boolean
  /** The caller first; then the absent people for whom the caller may act. */
  people: { id: string; roles: string[]; rights: string[] }[]
}

/** Instance, caller and those they stand in for, in one statement: every step begins with it. */
async function standingOf(db: Db, who: Actor, instanceId: string, now: Date): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select i.starter_id, i.business_type, i.business_id, coalesce(${visiblePlaces(who, 'i')}, false) as "isVisible", coalesce((
      select jsonb_agg(jsonb_build_object('id', person.id::text,
        'roles', array(
          select r.role_code from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          where ur.user_id = person.id),
        'rights', array(
          select distinct c.ref from process_candidate c
          where c.tenant_id = i.tenant_id and c.instance_id = i.id and c.kind = 'right' and c.open
            and app.is_granted(person.id, c.ref))) order by person.is_absent, person.id)
      from (
        select ${who.userId}::bigint as id, false as is_absent
        union all
        select distinct p.id, true from ${delegations} where g.tenant_id = i.tenant_id and ${isInForce(who, now)}
      ) person), '[]') as people
    from process_instance i where i.id = ${instanceId}`.execute(db)
  return rows[0]
}

/**
 * The caller, as the engine knows people, with those they stand in for. A place outside of the caller's data is refused.
 * Whether a step is theirs is decided by the engine (`signing.ts`), and nowhere else.
 */
export async function personIn(
  db: Db,
  who: Actor,
  instanceId: string,
  now: Date,
): Promise<{ person: Person; businessType: string; businessId: string }> {
  const found = await standingOf(db, who, instanceId, now)
  if (!found || (!found.isVisible && found.starter_id !== who.userId)) throw notFound()
  const { hasOwnCalls, title } = businessOf(found.business_type)
  if (hasOwnCalls) throw new DomainError('workflow.own_calls', `请在${title}中办理`)
  const [caller, ...standsInFor] = found.people.map((person) =>
    // Nobody decides for their role about what they started.
    person.id === found.starter_id ? { ...person, roles: [] } : person,
  )
  return {
    person: { ...present(caller), standsInFor },
    businessType: found.business_type,
    businessId: found.business_id,
  }
}

/** People that a step may be given to, or that may be shown it: at work, and the place is within their data. */
export async function requireColleague(db: Db, instanceId: string, ...userIds: string[]): Promise<void> {
  const { rows } = await sql`
    select from app_user u
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    join process_instance i on i.tenant_id = u.tenant_id and i.id = ${instanceId}
    where u.id = any(${userIds}::bigint[]) and u.status = '1' and ${reachesPlace('u', 'd', 'i')}`.execute(db)
  if (rows.length < new Set(userIds).size)
    throw new DomainError('workflow.colleague', '该人员不存在、已停用，或数据范围不包含此流程')
}
