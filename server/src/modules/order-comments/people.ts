import type { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { reachesOrder, visibleOrders } from '../../kernel/scope.ts'
import { requireVisible } from '../work-orders/index.ts'

/** The most that a list to choose from shows. */
const OFFERED = 20

/** The people besides the caller who see the order: its data scope includes it, and a role lets them see orders. */
const readersOf = (
  { who }: Ctx,
  orderId: string,
  isSeen = visibleOrders(who, 'o'),
): RawBuilder<unknown> => sql`
  from work_order o
  join app_user u on u.status = '1' and u.id <> ${who.userId}
  join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
  where o.id = ${orderId} and ${isSeen} and ${reachesOrder('u', 'd', 'o')} and u.id in (
    select ur.user_id from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
    where p.code = 'order:list')`

/** Those who work on the order come first. */
const isOnIt = sql<SqlBool>`(u.id = any(o.assist_user_ids) or u.id in (o.liable_user_id, o.reporter_id, o.checker_id))`

export const listPeople: Handler<(typeof orderCommentCalls)['people']> = async (
  ctx,
  { orderId, keyword },
) => {
  await requireVisible(ctx, orderId)
  const { rows } = await sql<{ id: string; realname: string; departName: string }>`
    select u.id, u.realname, d.name as "departName" ${readersOf(ctx, orderId)}
      and ${allOf(mentions(sql`concat_ws(' ', u.realname, u.username, d.name)`, keyword, 'u'))}
    order by ${isOnIt} is true desc, u.name_place, u.id limit ${sql.lit(OFFERED)}`.execute(ctx.db)
  return rows
}

/** The readers of an order who hold a further permission, as a text names them; those of the nearest departments first. */
export async function holdersOf(ctx: Ctx, orderId: string, right: PermissionCode): Promise<Mentioned[]> {
  const { rows } = await sql<{ id: string; realname: string }>`
    select u.id, u.realname ${readersOf(ctx, orderId)} and app.is_granted(u.id, ${right})
    order by u.has_all_data, length(d.org_code) desc, u.id limit ${sql.lit(OFFERED)}`.execute(ctx.db)
  return rows.map(({ id, realname }) => ({ id, name: realname }))
}

/**
 * The masters of an order's station: those who accept its work and whose department is the nearest to it, or else those
 * who see everything. The caller need not see the order.
 */
export async function mastersOf(ctx: Ctx, orderId: string): Promise<Mentioned[]> {
  const { rows } = await sql<Mentioned>`
    select id, realname as name from (
      select u.id, u.realname, u.name_place, rank() over (order by u.has_all_data, length(d.org_code) desc) as place
      ${readersOf(ctx, orderId, sql<SqlBool>`true`)} and app.is_granted(u.id, 'order:check')
    ) m where place = 1 order by name_place, id limit ${sql.lit(OFFERED)}`.execute(ctx.db)
  return rows
}

export type Mentioned = { id: string; name: string }

/**
 * The people of these ids as the text names them after `@`: by name, and by department where several have the name.
 * Throws if one of them does not see the order, or if the text does not name them.
 */
export async function mentionedIn(
  ctx: Ctx,
  { orderId, text, mentions: ids }: { orderId: string; text: string; mentions: readonly string[] },
): Promise<Mentioned[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const { rows } = await sql<{ id: string; realname: string; departName: string }>`
    select u.id, u.realname, d.name as "departName" ${readersOf(ctx, orderId)} and u.id = any(${wanted}::bigint[])
    order by u.id`.execute(ctx.db)
  if (rows.length < wanted.length)
    throw new DomainError('comment.mentions', '提到的人（mentions）：只能提到能查看本工单的其他人员')
  return rows.map(({ id, realname, departName }) => {
    const name = [`${realname}（${departName}）`, realname].find((each) => text.includes(`@${each}`))
    if (!name) throw new DomainError('comment.mentions', `提到的人（mentions）：评论中没有“@${realname}”`)
    return { id, name }
  })
}
