import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { reachesPlace } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { addNotes, businessOf, requireColleague, type Note } from '../workflow/index.ts'
import { attach } from './attachments.ts'
import { readInstance, actingIn } from './views.ts'

type Calls = typeof approvalCalls

/** Says something about an instance that the caller may look at. */
export async function comment(
  ctx: Ctx,
  { processInstanceId, comment: said, files }: Input<Calls['comment']>,
): Promise<void> {
  await readInstance(ctx, processInstanceId)
  const note: Note = { kind: 'comment', opinion: said }
  const signed = await actingIn(ctx, processInstanceId)
  const seq = await addNotes(ctx.db, processInstanceId, signed, [note], ctx.now)
  await attach(ctx, processInstanceId, seq, files)
}

/** Shows an instance to colleagues. Who only has a copy passes none on. */
export async function copyTo(
  ctx: Ctx,
  { processInstanceId, personIds, opinion }: Input<Calls['copyTo']>,
): Promise<void> {
  const { isParty, businessType } = await readInstance(ctx, processInstanceId)
  const { hasOwnCalls, title } = businessOf(businessType)
  // A copy shows nobody a row that they may not see.
  if (hasOwnCalls) throw new DomainError('workflow.own_calls', `${title}的流程不能抄送`)
  if (!isParty) throw new DomainError('workflow.not_allowed', '只有发起人和办理人可以抄送')
  if (personIds.includes(ctx.who.userId)) throw new DomainError('workflow.self', '不能抄送给自己')
  await requireColleague(ctx.db, processInstanceId, ...personIds)
  const { rows: added } = await sql<{ user_id: string }>`
    insert into process_copy (instance_id, user_id, copied_at)
    select ${processInstanceId}, p.id, ${ctx.now} from unnest(${personIds}::bigint[]) as p (id)
    on conflict do nothing returning user_id`.execute(ctx.db)
  if (added.length === 0) throw new DomainError('workflow.copied', '所选人员都已收到抄送')
  const notes = added.map(({ user_id: to }): Note => ({ kind: 'copy', opinion, to }))
  await addNotes(ctx.db, processInstanceId, await actingIn(ctx, processInstanceId), notes, ctx.now)
}

/** The caller has opened their copy; again, it stays read since the first time. */
export async function markRead({ db, who, now }: Ctx, processInstanceId: string): Promise<void> {
  await db
    .updateTable('process_copy')
    .set({ read_at: sql<Date>`coalesce(read_at, ${now})` })
    .where('instance_id', '=', processInstanceId)
    .where('user_id', '=', who.userId)
    .returning('user_id')
    .executeTakeFirstOrThrow(notFound)
}

/** Who has a copy of an instance, and when they opened it. */
export async function copiesOf(
  { db, who }: Ctx,
  instanceId: string,
): Promise<Output<Calls['detail']>['copies']> {
  const rows = await db
    .selectFrom('process_copy as c')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.user_id'),
    )
    .select(['u.realname as person', 'c.read_at as readTime'])
    .where('c.instance_id', '=', instanceId)
    .orderBy('c.copied_at')
    .orderBy('c.user_id')
    .execute()
  return rows.map((row) => withWireTimes(row, who.timeZone))
}

const MINUTE_MS = 60_000

/** Asks those who hold the open steps to act: by the starter or who keeps the processes, and not too often. */
export async function urge(ctx: Ctx, { processInstanceId, opinion }: Input<Calls['urge']>): Promise<void> {
  const { db, who, now } = ctx
  const { starter_id, isKeeper } = await readInstance(ctx, processInstanceId)
  if (starter_id !== who.userId && !isKeeper)
    throw new DomainError('workflow.not_allowed', '只有发起人或流程管理员可以催办')
  const { status } = await db
    .selectFrom('process_instance')
    .select('status')
    .where('id', '=', processInstanceId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (status !== 'running') throw new DomainError('workflow.ended', '流程已结束')
  const { urgeMinutes } = (await readSettings(db)).business.values
  const { last } = await db
    .selectFrom('process_event')
    .select(sql<Date | null>`max(at)`.as('last'))
    .where('instance_id', '=', processInstanceId)
    .where('kind', '=', 'urge')
    .executeTakeFirstOrThrow()
  const wait = last ? Math.ceil(urgeMinutes - (now.getTime() - last.getTime()) / MINUTE_MS) : 0
  if (wait > 0) throw new DomainError('workflow.urged', `刚催办过，${wait} 分钟后可以再次催办`)
  const open = await db
    .selectFrom('process_task')
    .select(['id', 'node'])
    .where('instance_id', '=', processInstanceId)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
  if (open.length === 0) throw new DomainError('workflow.nobody', '没有等待办理的环节')
  const notes = open.map(({ id: task, node }): Note => ({ kind: 'urge', task, node, opinion }))
  await addNotes(db, processInstanceId, { actor: who.userId }, notes, now)
}

/** The people at work whose data cover the place of an instance; without one, the caller's own department. */
export async function listColleagues(
  ctx: Ctx,
  { processInstanceId }: Input<Calls['colleagues']>,
): Promise<Output<Calls['colleagues']>> {
  if (processInstanceId) await readInstance(ctx, processInstanceId)
  const place = processInstanceId
    ? sql`(select dep_code, psa_id from process_instance where id = ${processInstanceId})`
    : sql`(select ${ctx.who.orgCode}::text as dep_code, null::bigint as psa_id)`
  const { rows } = await sql<{ id: string; realname: string; departName: string }>`
    select u.id, u.realname, d.name as "departName"
    from ${place} as i, app_user u
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.status = '1' and ${reachesPlace('u', 'd', 'i')}
    order by u.name_place, u.id`.execute(ctx.db)
  return rows
}

export async function listPhrases({ db }: Ctx): Promise<Output<Calls['phrases']>> {
  const rows = await db
    .selectFrom('opinion_phrase')
    .select('text')
    .where('user_id', '=', sql<string>`app.user_id()`)
    .orderBy('position')
    .execute()
  const { opinionPhrases } = (await readSettings(db)).business.values
  return { own: rows.map(({ text }) => text), company: opinionPhrases }
}

/** The caller's phrases, in this order. */
export async function setPhrases({ db, who }: Ctx, { phrases }: Input<Calls['setPhrases']>): Promise<void> {
  // Two windows of one person come one after the other.
  await db.selectFrom('app_user').select('id').where('id', '=', who.userId).forNoKeyUpdate().execute()
  await db.deleteFrom('opinion_phrase').where('user_id', '=', who.userId).execute()
  const rows = [...new Set(phrases)].map((text, at) => ({ user_id: who.userId, position: at + 1, text }))
  await insertRows(db, 'opinion_phrase', rows)
}
