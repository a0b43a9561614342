import type { MenuEditorState, MenuNode, MenuRecord } from '@heliodesk/contract/menus.ts'
import { permissionTitles } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { forestOf } from '../../kernel/forest.ts'
import { ownDepartments } from '../departments/index.ts'
import { entryRows, type Entry } from './entries.ts'
import { isBuiltIn, keptPages, pageComponents } from './product.ts'

type Holders = Pick<MenuNode, 'roles' | 'userCount'>

const NOBODY: Holders = { roles: [], userCount: 0 }

/** Who has each entry: its roles, and how many people of the caller's own departments. */
async function holdersById(ctx: Ctx): Promise<Map<string, Holders>> {
  const { rows } = await sql<{ id: string } & Holders>`
    select rp.permission_id as id,
      jsonb_agg(distinct jsonb_build_object('id', r.id::text, 'roleName', r.role_name)) as roles,
      count(distinct u.id) filter (where ${ownDepartments(ctx.who, 'd.org_code')})::int as "userCount"
    from role_permission rp
      join role r on r.tenant_id = rp.tenant_id and r.id = rp.role_id
      left join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
      left join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
      left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    group by rp.permission_id`.execute(ctx.db)
  return new Map(rows.map(({ id, ...holders }) => [id, holders]))
}

type Stored = Entry & { version: number }

const nodeOf = (entry: Stored, holders: Holders, children: MenuNode[]): MenuNode => {
  const { code, external, ...fields } = entry
  return {
    key: entry.id,
    value: entry.id,
    title: entry.name,
    ...fields,
    perms: code,
    permsType: '1',
    componentName: entry.component?.split('/').at(-1) ?? null,
    internalOrExternal: external,
    hideTab: false,
    leaf: children.length === 0,
    isLeaf: children.length === 0,
    ruleFlag: 0,
    delFlag: 0,
    description: '',
    builtIn: isBuiltIn(entry),
    kept: keptPages.some((kept) => kept.path === entry.path || kept.code === code),
    ...holders,
    children,
  }
}

/** The whole menu as a tree. */
export async function loadMenuTree(ctx: Ctx): Promise<MenuNode[]> {
  const rows = await entryRows(ctx.db).select('p.version').execute()
  const holders = await holdersById(ctx)
  return forestOf(rows, (row, children: MenuNode[]) => nodeOf(row, holders.get(row.id) ?? NOBODY, children))
}

/** One entry without what is below it. */
export async function loadMenuRecord(ctx: Ctx, id: string): Promise<MenuRecord> {
  const find = (nodes: MenuNode[]): MenuNode | undefined =>
    nodes.find((node) => node.id === id) ?? nodes.map(({ children }) => find(children)).find(Boolean)
  const node = find(await loadMenuTree(ctx))
  if (!node) throw notFound()
  const { children: _children, ...record } = node
  return record
}

/** The tree with what the editor offers for its fields. */
export async function loadEditor(ctx: Ctx): Promise<MenuEditorState> {
  const state = await ctx.db.selectFrom('menu_state').select('version').executeTakeFirst()
  const roles = await ctx.db
    .selectFrom('role as r')
    .select(['r.id', 'r.role_code as roleCode', 'r.role_name as roleName'])
    .select(
      sql<number>`(select count(*)::int from user_role ur
        join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
        join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where ur.role_id = r.id and ${ownDepartments(ctx.who, 'd.org_code')})`.as('userCount'),
    )
    .orderBy('r.id')
    .execute()
  return {
    treeVersion: state?.version ?? 1,
    treeList: await loadMenuTree(ctx),
    components: [...pageComponents],
    codes: Object.entries(permissionTitles).map(([code, title]) => ({ code, title })),
    roles,
  }
}
