import type { grantReviewCalls, GrantReview } from '@heliodesk/contract/grant-reviews.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { mayDo } from '../../kernel/rights.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { ownDepartments } from '../departments/index.ts'

type Words = { role: string; people: string[]; added: string[]; removed: string[] }

type Row = Pick<
  GrantReview,
  'askedBy' | 'decidedBy' | 'id' | 'isOwn' | 'kind' | 'note' | 'reason' | 'state'
> & {
  words: Words
  askedAt: Date
  expiresAt: Date
  decidedAt: Date | null
  gains: boolean
}

/** What the caller asked for, or has the right to change; of people only if all are of the caller's departments. */
const isVisible = ({ who }: Ctx): RawBuilder<SqlBool> => sql<SqlBool>`(g.asked_by = ${who.userId}
  or (g.kind = 'permissions' and ${mayDo(who.userId, 'role:manage')})
  or (g.kind = 'dataRole' and ${mayDo(who.userId, 'dataRole:manage')})
  or ((g.kind in ('roles', 'scope') and ${mayDo(who.userId, 'user:manage')}
      or g.kind = 'machine' and ${mayDo(who.userId, 'api:manage')}) and not exists (
    select from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.tenant_id = g.tenant_id and u.id = any(g.people) and not ${ownDepartments(who, 'd.org_code')})))`

/**
 * Whether it gives the caller something: roles, a scope, or permissions of a role that they have. Whoever decides about data
 * roles has none.
 */
const givesCaller = ({ who }: Ctx): RawBuilder<boolean> => sql<boolean>`(
  (cardinality(g.added) > 0 or coalesce(g.payload ->> 'allData' = '1', false)) and (
  ${who.userId}::bigint = any(g.people) or exists (select from user_role mine
    where mine.tenant_id = g.tenant_id and mine.user_id = ${who.userId} and mine.role_id = g.role_id)))`

const isOpen = (now: Date) => sql<SqlBool>`(g.outcome = 'waiting' and g.expires_at > ${now})`

const OWN = '不能复核自己提交的变更，须由第二人复核'
const GAINS = '这项变更会增加您自己的权限，须由他人复核'
const stateWords = {
  confirmed: '已由他人复核通过',
  refused: '已被驳回',
  withdrawn: '已撤回',
  outdated: '已失效，须重新提交',
  expired: '已过期，须重新提交',
} as const

/** Why the caller cannot decide it, whatever rights they have. */
function refusalOf({ state, isOwn, gains }: Row): string | null {
  if (state !== 'waiting') return `这项变更${stateWords[state]}`
  return isOwn ? OWN : gains ? GAINS : null
}

async function readRows(
  ctx: Ctx,
  condition: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<GrantReview[]> {
  const { rows } = await sql<Row>`
    select g.id, g.kind, g.words, g.reason, g.note, g.asked_name as "askedBy", g.decided_name as "decidedBy",
      g.asked_at as "askedAt", g.expires_at as "expiresAt", g.decided_at as "decidedAt",
      case when g.outcome = 'waiting' and g.expires_at <= ${ctx.now} then 'expired' else g.outcome end as state,
      g.asked_by = ${ctx.who.userId} as "isOwn", ${givesCaller(ctx)} as gains
    from pending_grant g where ${isVisible(ctx)} and ${condition}
    order by g.id desc limit ${limit} offset ${offset}`.execute(ctx.db)
  const zone = ctx.who.timeZone
  return rows.map((row) => {
    const { id, kind, state, reason, note, askedBy, decidedBy, isOwn, words } = row
    return {
      id,
      kind,
      state,
      reason,
      note,
      askedBy,
      decidedBy,
      isOwn,
      roleName: words.role,
      people: words.people,
      added: words.added,
      removed: words.removed,
      askedTime: toWireTime(row.askedAt, zone),
      expiryTime: toWireTime(row.expiresAt, zone),
      decidedTime: toWireTimeOrNull(row.decidedAt, zone),
      refusal: refusalOf(row),
    }
  })
}

async function countWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from pending_grant g where ${isVisible(ctx)} and ${condition}`.execute(
    ctx.db,
  )
  return one(rows).total
}

export const countOpen = (ctx: Ctx): Promise<number> => countWhere(ctx, isOpen(ctx.now))

type Calls = typeof grantReviewCalls

export async function listReviews(ctx: Ctx, input: Input<Calls['list']>): Promise<Output<Calls['list']>> {
  const condition = input.open === '1' ? isOpen(ctx.now) : sql`not ${isOpen(ctx.now)}`
  const page = { limit: input.pageSize, offset: (input.pageNo - 1) * input.pageSize }
  const records = await readRows(ctx, condition, page)
  return pagesOf(records, await countWhere(ctx, condition), input)
}

export async function readReview(ctx: Ctx, id: string): Promise<GrantReview> {
  const [review] = await readRows(ctx, sql`g.id = ${id}`, { limit: 1, offset: 0 })
  if (!review) throw notFound()
  return review
}
