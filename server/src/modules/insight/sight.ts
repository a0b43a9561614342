import type { Output } from '@heliodesk/contract/call.ts'
import type { ColumnEffect, DataColumn } from '@heliodesk/contract/data-columns.ts'
import type { insightCalls } from '@heliodesk/contract/insight.ts'
import { own } from '@heliodesk/contract/own.ts'
import { maskPhone } from '@heliodesk/contract/password-rules.ts'
import { permissionActs } from '@heliodesk/contract/permission-acts.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { sql } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { toWireTime, withWireTimes } from '../../kernel/wire-time.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { entryRows, resolveMenu } from '../menus/index.ts'
import { getUser, usersInScope } from '../users/index.ts'
import { asPerson } from './person.ts'
import { placesOf } from './places.ts'

type Calls = typeof insightCalls
type Sight = Output<Calls['sight']>
type Page = Sight['pages'][number]

/** What a person sees and may do, worked out with the conditions that their own calls are answered by. */
export const readSight: Handler<Calls['sight']> = async (ctx, { personId }) => {
  const { as } = await asPerson(ctx, personId)
  const user = await getUser(ctx, personId)
  const { menu, pages, allPages } = await pagesOf(ctx, personId)
  const { places, ...stations } = await placesOf(ctx, as.who)
  const buttons = pages.flatMap((page) => page.buttons)
  const held = await dataRolesOf(ctx, personId)
  const columns = as.who.narrowing?.columns ?? {}
  return {
    person: {
      id: user.id,
      username: user.username,
      realname: user.realname,
      depId: user.depId,
      depName: user.depName,
      orgCode: user.orgCode,
      jobNo: user.workNo,
      phone: user.phone === null ? null : maskPhone(user.phone),
      status: user.status,
      isNew: user.mustChangePassword,
      hasAllData: user.hasAllData,
      roles: user.roles,
      projects: user.relPsas.map(({ name }) => name),
      dataRoles: held.map(({ id, name, through }) => ({ id, name, through })),
      delegations: await delegationsOf(ctx, personId),
    },
    time: toWireTime(ctx.now, ctx.who.timeZone),
    counts: {
      ...stations,
      pages: pages.length,
      allPages,
      buttons: new Set(buttons.map(({ code }) => code)).size,
      approvals: new Set(buttons.flatMap(({ code, acts }) => (acts.includes('approve') ? [code] : []))).size,
      ...(await countsOf(ctx, as)),
    },
    menu,
    pages,
    places,
    columns: (Object.entries(columns) as [DataColumn, ColumnEffect][]).map(([column, effect]) => ({
      column,
      effect,
      dataRoles: held.flatMap((role) => (own(role.columns, column) === undefined ? [] : [role.name])),
    })),
    mostExportRows: as.who.narrowing?.mostExportRows ?? null,
  }
}

/** Orders and people that both the person and the caller see. */
async function countsOf(ctx: Ctx, as: Ctx) {
  const { userId } = as.who
  const mayLook = mayDo(ctx.who.userId, 'order:list')
  const { rows } = await sql<{ orders: number | null; ownOrders: number | null; people: number }>`
    select case when ${mayLook} then count(*)::int end as orders,
      case when ${mayLook} then (count(*) filter (where ${userId}::bigint in (o.reporter_id, o.liable_user_id, o.checker_id)
        or ${userId}::bigint = any(o.assist_user_ids)))::int end as "ownOrders",
      (select count(*)::int ${usersInScope(as)} and u.id in (select u.id ${usersInScope(ctx)})) as people
    from work_order o where ${visibleOrders(as.who, 'o')} and ${visibleOrders(ctx.who, 'o')}`.execute(ctx.db)
  return one(rows)
}

/** The menu as after a sign-in, and its pages with the roles that give them and their buttons. */
async function pagesOf(
  ctx: Ctx,
  personId: string,
): Promise<{ menu: MenuEntry[]; pages: Page[]; allPages: number }> {
  const entries = await entryRows(ctx.db)
    .select(
      sql<string[]>`array(select r.role_name from user_role ur
        join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        join role_permission rp on rp.tenant_id = r.tenant_id and rp.role_id = r.id
        where ur.user_id = ${personId} and rp.permission_id = p.id order by r.id)`.as('roles'),
    )
    .execute()
  const rolesOf = new Map(entries.map(({ id, roles }) => [id, roles]))
  const givenBy = (id: string) => rolesOf.get(id) ?? []
  const { menu } = await resolveMenu(ctx, entries, ({ id }) => givenBy(id).length > 0)
  const { menu: whole } = await resolveMenu(ctx, entries, () => true)
  const buttonsOf = (pageId: string): Page['buttons'] =>
    entries.flatMap(({ id, parentId, menuType, status, code, name }) =>
      parentId === pageId && menuType === 2 && status === '1' && code !== null && givenBy(id).length > 0
        ? [
            {
              code,
              title: name,
              acts: [...(own(permissionActs, code as PermissionCode) ?? [])],
              roles: givenBy(id),
            },
          ]
        : [],
    )
  const pages = leavesOf(menu).map(({ entry, group }) => {
    const buttons = buttonsOf(entry.id)
    const roles = [...new Set([...givenBy(entry.id), ...buttons.flatMap((button) => button.roles)])]
    return { id: entry.id, name: entry.meta.title, group, roles, buttons }
  })
  return { menu, pages, allPages: leavesOf(whole).length }
}

/** The pages of a menu, each with the title of the menu at the top. */
const leavesOf = (menu: readonly MenuEntry[], group?: string): { entry: MenuEntry; group: string }[] =>
  menu.flatMap((entry) => {
    const top = group ?? entry.meta.title
    return entry.children ? leavesOf(entry.children, top) : [{ entry, group: top }]
  })

type HeldDataRole = { id: string; name: string; columns: Record<string, string>; through: string[] }

async function dataRolesOf({ db }: Ctx, personId: string): Promise<HeldDataRole[]> {
  const { rows } = await sql<HeldDataRole>`
    select r.id::text as id, r.name, r.columns, array(
      select held.role_name from data_role_role given
        join user_role ur on ur.tenant_id = given.tenant_id and ur.role_id = given.role_id
        join role held on held.tenant_id = ur.tenant_id and held.id = ur.role_id
      where given.tenant_id = r.tenant_id and given.data_role_id = r.id and ur.user_id = ${personId}
      order by held.id) as through
    from data_role r
    where r.id in (select id from app.data_roles_of(app.tenant_id(), ${personId}::bigint)) order by r.id`.execute(
    db,
  )
  return rows
}

async function delegationsOf(
  { db, now, who }: Ctx,
  personId: string,
): Promise<Sight['person']['delegations']> {
  const { rows } = await sql<{ from: string; endTime: Date; types: string[]; reason: string }>`
    select p.realname as from, g.ends_at as "endTime", coalesce(g.types, '{}') as types, g.reason
    from process_delegation g join app_user p on p.tenant_id = g.tenant_id and p.id = g.from_id
    where g.to_id = ${personId} and g.ended_at is null and g.starts_at <= ${now} and g.ends_at > ${now}
      and p.status = '1'
    order by g.ends_at, g.id limit 20`.execute(db)
  return rows.map((row) => withWireTimes(row, who.timeZone))
}
