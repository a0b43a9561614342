import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  LONGEST_DELEGATION,
  type delegationCalls,
  type DelegationState,
} from '@heliodesk/contract/delegations.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { reachesPlace } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { fromWireTime, withWireTimes } from '../../kernel/wire-time.ts'
import { typesWithOwnCalls } from '../workflow/index.ts'
import { listTypes } from '../approvals/index.ts'

type Calls = typeof delegationCalls

const DAY_MS = 86_400_000

type Row = {
  id: string
  isOwn: boolean
  from: string
  to: string
  startTime: Date
  endTime: Date
  types: string[]
  reason: string
  state: DelegationState
  endedBy: string
  endedTime: Date | null
}

export async function listDelegations({ db, who, now }: Ctx): Promise<Output<Calls['list']>> {
  const { rows } = await sql<Row>`
    select g.id, g.from_id = ${who.userId} as "isOwn", f.realname as from, t.realname as to,
      g.starts_at as "startTime", g.ends_at as "endTime", coalesce(g.types, '{}') as types, g.reason,
      case when g.ended_at is not null then 'ended' when g.ends_at <= ${now} then 'over'
        when g.starts_at > ${now} then 'coming' else 'running' end as state,
      coalesce(ender.realname, '') as "endedBy", g.ended_at as "endedTime"
    from process_delegation g
    join app_user f on f.tenant_id = g.tenant_id and f.id = g.from_id
    join app_user t on t.tenant_id = g.tenant_id and t.id = g.to_id
    left join process_delegation_event e
      on e.tenant_id = g.tenant_id and e.delegation_id = g.id and e.kind = 'ended'
    left join app_user ender on ender.tenant_id = e.tenant_id and ender.id = e.actor_id
    where g.from_id = ${who.userId} or g.to_id = ${who.userId}
    order by g.id desc limit 200`.execute(db)
  return rows.map((row) => withWireTimes(row, who.timeZone))
}

export async function addDelegation(ctx: Ctx, input: Input<Calls['add']>): Promise<{ id: string }> {
  const { db, who, now } = ctx
  const { delegateId, types, reason } = input
  const [starts, ends] = [input.startTime, input.endTime].map((each) => fromWireTime(each, who.timeZone)) as [
    Date,
    Date,
  ]
  if (delegateId === who.userId) throw new DomainError('delegation.self', '不能委托给自己')
  if (ends <= now) throw new DomainError('delegation.past', '结束时间应晚于现在')
  if (ends.getTime() - starts.getTime() > LONGEST_DELEGATION * DAY_MS)
    throw new DomainError('delegation.long', `委托最长 ${LONGEST_DELEGATION} 天`)
  const withOwnCalls = typesWithOwnCalls()
  const known = new Set(
    (await listTypes(ctx)).flatMap(({ value }) => (withOwnCalls.includes(value) ? [] : [value])),
  )
  if (types.some((type) => !known.has(type))) throw new DomainError('delegation.type', '流程类型不存在')
  // Delegations of the same people come one after the other, so that each sees the others.
  await db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [who.userId, delegateId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await requireWithinReach(ctx, delegateId)
  await refuseConflicts(ctx, { delegateId, starts, ends, types })
  const id = await insertRow(db, 'process_delegation', {
    to_id: delegateId,
    starts_at: starts,
    ends_at: ends,
    types: types.length > 0 ? types : null,
    reason,
    created_at: now,
  })
  await note(ctx, id, 'named')
  return { id }
}

/** Whoever stands in sees the department of the absent person: without that, most of the steps would be out of reach. */
async function requireWithinReach({ db, who }: Ctx, delegateId: string): Promise<void> {
  const { rows } = await sql`
    select from (select ${who.orgCode}::text as dep_code, null::bigint as psa_id) as i, app_user u
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.id = ${delegateId} and u.status = '1' and ${reachesPlace('u', 'd', 'i')}`.execute(db)
  if (rows.length === 0)
    throw new DomainError('delegation.reach', '受托人不存在、已停用，或数据范围不包含您的部门')
}

type Planned = { delegateId: string; starts: Date; ends: Date; types: readonly string[] }

/** Of two delegations at the same time neither may begin where the other ends, and a step is left to one person only. */
async function refuseConflicts(
  { db, who }: Ctx,
  { delegateId, starts, ends, types }: Planned,
): Promise<void> {
  const { rows } = await sql<{ isChain: boolean; isOwn: boolean }>`
    select g.from_id = ${delegateId} as "isChain", g.from_id = ${who.userId} as "isOwn"
    from process_delegation g
    where g.ended_at is null and g.starts_at < ${ends} and g.ends_at > ${starts}
      and (g.from_id = ${delegateId} or g.to_id = ${who.userId} or g.from_id = ${who.userId} and (
        g.types is null or ${types.length === 0} or g.types && ${types}::text[]))`.execute(db)
  if (rows.some(({ isOwn }) => isOwn))
    throw new DomainError('delegation.twice', '此期间已委托他人办理同类流程，请先结束那个委托')
  if (rows.some(({ isChain }) => isChain))
    throw new DomainError('delegation.chain', '对方在此期间已委托他人，不能再受托')
  if (rows.length > 0)
    throw new DomainError('delegation.chain', '您在此期间受他人委托，不能再委托出去；请先结束那个委托')
}

/** Ends a delegation before its time: by either of the two. */
export async function endDelegation(ctx: Ctx, id: string): Promise<void> {
  const { db, who, now } = ctx
  const row = await db
    .selectFrom('process_delegation')
    .select(['ended_at', 'ends_at'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('from_id', '=', who.userId), eb('to_id', '=', who.userId)]))
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (row.ended_at || row.ends_at <= now) throw new DomainError('delegation.over', '委托已结束')
  await db.updateTable('process_delegation').set({ ended_at: now }).where('id', '=', id).execute()
  await note(ctx, id, 'ended')
}

const note = ({ db, now }: Ctx, id: string, kind: 'named' | 'ended') =>
  insertRow(db, 'process_delegation_event', { delegation_id: id, kind, at: now })

/** Whose delegation goes from whom to whom. */
type HandingOver = { id: string; fromId: string; successor: Who }

/**
 * Ends a delegation of somebody who leaves, whoever gave it. What was left to them is left to another one, by the same
 * rules; what they had left to others ends, as their steps are given away. False if it is over.
 */
export async function handOverDelegation(
  ctx: Ctx,
  { id, fromId, successor }: HandingOver,
): Promise<'ended' | 'given' | null> {
  const { db, now } = ctx
  const row = await db
    .selectFrom('process_delegation')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.from_id !== fromId && row.to_id !== fromId)) return null
  await db.updateTable('process_delegation').set({ ended_at: now }).where('id', '=', id).execute()
  await note(ctx, id, 'ended')
  if (row.from_id === fromId) return 'ended'
  const delegateId = successor.userId
  if (row.from_id === delegateId) throw new DomainError('delegation.self', '接收人就是委托人，不能委托给自己')
  const { rows } = await sql<{ orgCode: string }>`
    select d.org_code as "orgCode" from app_user u
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id where u.id = ${row.from_id}`.execute(
    db,
  )
  const theirs = { ...ctx, who: { ...ctx.who, userId: row.from_id, orgCode: one(rows).orgCode } }
  await requireWithinReach(theirs, delegateId)
  const starts = new Date(Math.max(row.starts_at.getTime(), now.getTime()))
  await refuseConflicts(theirs, { delegateId, starts, ends: row.ends_at, types: row.types ?? [] })
  const given = await insertRow(db, 'process_delegation', {
    from_id: row.from_id,
    to_id: delegateId,
    starts_at: starts,
    ends_at: row.ends_at,
    types: row.types,
    reason: row.reason,
    created_at: now,
  })
  await note(ctx, given, 'named')
  return 'given'
}
