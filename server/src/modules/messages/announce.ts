import type { announcementCalls } from '@heliodesk/contract/message-channels.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { reachesStation, visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { ownDepartments } from '../departments/index.ts'
import { tell } from './tell.ts'

type Calls = typeof announcementCalls

/** To people of the caller's own departments: of a department and below, who see one of the stations, with the role. */
export const sendAnnouncement: Handler<Calls['send']> = async (ctx, input) => {
  const { db, now, who } = ctx
  const { title, content, depId, psIds, roleId } = input
  const scope = await scopeOf(ctx, input)
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.status = '1' and u.id <> ${who.userId} and ${ownDepartments(who, 'd.org_code')} and ${allOf(
      depId && sql`starts_with(d.org_code, (select org_code from department where id = ${depId}))`,
      psIds.length > 0 &&
        sql`exists (select from station s where s.id = any(${psIds}::bigint[]) and ${reachesStation('u', 'd', 's')})`,
      roleId &&
        sql`exists (select from user_role r where r.tenant_id = u.tenant_id and r.user_id = u.id and r.role_id = ${roleId})`,
    )} order by u.id`.execute(db)
  if (rows.length === 0) throw new DomainError('announcement.nobody', '所选范围内没有可以收到的人')
  const id = await insertRow(db, 'announcement', { title, body: content, scope, told_at: now })
  const message = await tell(ctx, {
    kind: 'announcement',
    about: { kind: 'announcement', id },
    to: { people: rows.map((row) => row.id) },
    values: { title, user: who.realname, scope },
    key: id,
  })
  await updateRow(db, 'announcement', id, { message_id: message })
  return { count: rows.length }
}

/** The scope in words; refuses what the caller does not see. */
async function scopeOf(
  { db, who }: Ctx,
  { depId, psIds, roleId }: { depId?: string; psIds: readonly string[]; roleId?: string },
): Promise<string> {
  const words: string[] = []
  if (depId !== undefined) {
    const { rows } = await sql<{ name: string }>`
      select d.name from department d where d.id = ${depId} and ${ownDepartments(who, 'd.org_code')}`.execute(
      db,
    )
    if (!rows[0]) throw notFound()
    words.push(rows[0].name)
  }
  if (psIds.length > 0) {
    const { rows } = await sql<{ name: string }>`
      select s.name from station s where s.id = any(${[...psIds]}::bigint[]) and ${visibleStations(who, 's')}
      order by s.name_place`.execute(db)
    if (rows.length < new Set(psIds).size) throw notFound()
    words.push(
      rows.length > 3
        ? `${rows[0]?.name ?? ''}等 ${rows.length} 座电站`
        : rows.map(({ name }) => name).join('、'),
    )
  }
  if (roleId !== undefined) {
    const { role_name: name } = await db
      .selectFrom('role')
      .select('role_name')
      .where('id', '=', roleId)
      .executeTakeFirstOrThrow(notFound)
    words.push(name)
  }
  return words.length === 0 ? '全部同事' : words.join(' · ')
}

type Row = {
  id: string
  title: string
  content: string
  scope: string
  authorName: string
  isOwn: boolean
  at: Date
  read: number
  total: number
}

const rowsOf = ({ who }: Ctx, condition: RawBuilder<SqlBool>) => sql<Row>`
  select coalesce(a.message_id, a.id) as id, a.title, a.body as content, a.scope, u.realname as "authorName",
    a.author_id = ${who.userId}::bigint as "isOwn", a.told_at as at,
    (select count(*)::int from message_to t
      where t.tenant_id = a.tenant_id and t.message_id = a.message_id and t.read_at is not null) as read,
    (select count(*)::int from message_to t where t.tenant_id = a.tenant_id and t.message_id = a.message_id) as total
  from announcement a join app_user u on u.tenant_id = a.tenant_id and u.id = a.author_id
  where ${condition} order by a.id desc limit 100`

export const listSent: Handler<Calls['sent']> = async (ctx) => {
  const { rows } = await rowsOf(
    ctx,
    sql<SqlBool>`a.author_id = ${ctx.who.userId} and a.message_id is not null`,
  ).execute(ctx.db)
  return rows.map(({ id, title, scope, at, read, total }) => ({
    id,
    title,
    scope,
    time: toWireTime(at, ctx.who.timeZone),
    read,
    total,
  }))
}

export const readReceipts: Handler<Calls['receipts']> = async (ctx, { id, unreadOnly }) => {
  const { db, who } = ctx
  const { rows } = await rowsOf(
    ctx,
    sql<SqlBool>`a.message_id = ${id} and (a.author_id = ${who.userId} or exists (
      select from message_to t
      where t.tenant_id = a.tenant_id and t.message_id = a.message_id and t.user_id = ${who.userId}))`,
  ).execute(db)
  const [found] = rows
  if (!found) throw notFound()
  const { at, isOwn, id: _id, ...said } = found
  const { rows: people } = await sql<{ name: string; departName: string; readAt: Date | null }>`
    select u.realname as name, d.name as "departName", t.read_at as "readAt" from message_to t
    join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where ${isOwn}::boolean and t.message_id = ${id} and (${unreadOnly !== '1'}::boolean or t.read_at is null)
    order by t.read_at is null desc, d.org_code, u.name_place, u.id limit 1000`.execute(db)
  return {
    ...said,
    time: toWireTime(at, who.timeZone),
    people: people.map(({ readAt, ...person }) => ({
      ...person,
      readTime: readAt && toWireTime(readAt, who.timeZone),
    })),
  }
}
