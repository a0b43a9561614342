import type { Output } from '@heliodesk/contract/call.ts'
import type { MenuEntry, sessionCalls } from '@heliodesk/contract/session.ts'
import { sisterPaths } from '@heliodesk/contract/shell.ts'
import { isExternalLink, isUrl } from '@heliodesk/contract/validators.ts'
import { sql } from 'kysely'
import type { Env } from '../../env.ts'
import type { Ctx } from '../../kernel/context.ts'
import { readSettings, type SettingValues } from '../../kernel/settings.ts'
import { assistantOf, sistersOf } from '../../kernel/sources.ts'
import { present } from '../../platform/certain.ts'

type PermissionRow = {
  id: string
  parent_id: string | null
  menu_type: number
  name: string
  code: string | null
  path: string | null
  component: string | null
  redirect: string | null
  icon: string | null
  hidden: boolean
  always_show: boolean
  keep_alive: boolean
  route: boolean
  external: boolean
  url: string | null
  target: string | null
  status: string
  granted: boolean
}

/** Menu, own buttons and all buttons of the signed-in user (protocols.md §2.4), each button once. */
export async function loadPermissions(ctx: Ctx): Promise<Output<(typeof sessionCalls)['permissions']>> {
  const { rows } = await sql<PermissionRow>`
    select p.id, p.parent_id, p.menu_type, p.name, p.code, p.path, p.component, p.redirect, p.icon, p.hidden,
           p.always_show, p.keep_alive, p.route, p.external, p.url, p.target, p.status,
           exists (select from user_role ur
                   join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
                   where ur.user_id = ${ctx.who.userId} and rp.permission_id = p.id) as granted
    from permission p order by p.sort_order, p.id`.execute(ctx.db)
  const buttons = rows.filter((row) => row.menu_type === 2)
  return {
    menu: menuUnder(null, await inForce(ctx, rows)),
    auth: buttons.filter((row) => row.granted && row.status === '1').map(toButton),
    allAuth: buttons.map((row) => ({ ...toButton(row), status: row.status })),
  }
}

/** Without the entries that the company's settings turn off (product.md "Decisions on open points"). */
async function inForce({ db, env }: Ctx, rows: PermissionRow[]): Promise<PermissionRow[]> {
  const off = pathsOff((await readSettings(db)).system.values, env)
  return rows.filter(({ path }) => path === null || !off.has(path))
}

function pathsOff(values: SettingValues['system'], env: Env): ReadonlySet<string> {
  const { hasScreen, JDScreen, mailbox } = values
  const admitted = new Set(sistersOf(values, env).map(({ path }) => path))
  const flags = [
    ['/AIGC', assistantOf(values, env) !== null],
    ['/screen/page', hasScreen],
    ['/screen/jd', JDScreen],
    ['/editMail', mailbox],
    ...sisterPaths.map((path) => [path, admitted.has(path)] as const),
  ] as const
  return new Set(flags.filter(([, on]) => !on).map(([path]) => path))
}

const toButton = (row: PermissionRow) => ({ action: present(row.code), type: '1', describe: row.name })

/** The granted pages and their ancestors; a container is shown if it contains any page. */
function menuUnder(parentId: string | null, rows: PermissionRow[]): MenuEntry[] {
  return rows
    .filter((row) => row.menu_type !== 2 && row.parent_id === parentId && row.status === '1')
    .map((row) => ({ row, children: menuUnder(row.id, rows) }))
    .filter(
      ({ row, children }) =>
        children.length > 0 || (row.granted && (urlOf(row) !== null || !isContainer(row))),
    )
    .map(({ row, children }) => ({ ...toEntry(row, rows), ...(children.length > 0 ? { children } : {}) }))
}

const isContainer = (row: PermissionRow) => row.component?.startsWith('layouts/') ?? true

/** A frame accepts pages only, a link also external targets; neither accepts scripts. */
const urlOf = ({ url, external }: PermissionRow): string | null =>
  url !== null && (external ? isExternalLink(url) : isUrl(url)) ? url : null

function toEntry(row: PermissionRow, rows: PermissionRow[]): Omit<MenuEntry, 'children'> {
  const path = present(row.path)
  return {
    id: row.id,
    path,
    name: path.slice(1).replaceAll('/', '-').replaceAll(':', '@'),
    component: row.component ?? 'layouts/Basic',
    redirect: row.redirect,
    hidden: row.hidden,
    alwaysShow: row.always_show,
    route: row.route ? '1' : '0',
    meta: {
      title: row.name,
      icon: row.icon,
      keepAlive: row.keep_alive,
      internalOrExternal: row.external,
      componentName: row.component?.split('/').at(-1) ?? null,
      url: urlOf(row),
      target: row.target,
      permissionList: rows
        .filter((button) => button.parent_id === row.id && button.menu_type === 2 && button.granted)
        .map((button) => present(button.code)),
    },
  }
}
