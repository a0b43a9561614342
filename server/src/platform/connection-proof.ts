import type pg from 'pg'
import { one } from './certain.ts'

/** Why a connection is unsafe, in Chinese and in English. */
const faultTexts = {
  other_role: '登录后又切换了角色 (acts as another role than it signed in as)',
  superuser: '是超级用户 (is a superuser)',
  bypass: '可绕过行级安全 (bypasses row-level security)',
  creates: '可创建角色或数据库，或可复制 (may create roles or databases, or replicate)',
  member: '是其他角色的成员 (is a member of another role)',
  owner: '拥有此数据库中的对象 (owns something in this database)',
  makes: '可在此数据库中建立模式或对象 (may create schemas or objects in this database)',
  secret: '可读取登录密码表 (may read the table of login passwords)',
  setting: '修改了 row_security 或 search_path (has row_security or search_path changed)',
  tables: '有数据表未强制行级安全 (some tables are without forced row-level security)',
} as const

export type Fault = keyof typeof faultTexts

/** A connection that must not be used: its role could get around row-level security. */
export class UnsafeConnection extends Error {
  readonly faults: readonly Fault[]

  constructor(role: string, faults: readonly Fault[]) {
    const reasons = faults.map((fault) => faultTexts[fault]).join('；')
    super(`数据库角色 ${role} 不能用于运行应用：${reasons} (the application must not run as this role)`)
    this.faults = faults
  }
}

/**
 * Lists every fault of the signed-in role and of the tables. Memberships of the role count whether inherited or not,
 * because it could SET ROLE. `tables`: a policy is missing, or an extra policy lets rows in.
 */
const QUESTION = `
  select session_user::text as role, array_remove(array[
    case when current_user <> session_user then 'other_role' end,
    case when r.rolsuper then 'superuser' end,
    case when r.rolbypassrls then 'bypass' end,
    case when r.rolcreaterole or r.rolcreatedb or r.rolreplication then 'creates' end,
    case when exists (select from pg_auth_members m where m.member = r.oid) then 'member' end,
    case when exists (
      select from pg_shdepend d
      where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o'
        and (d.dbid = b.oid or d.classid = 'pg_database'::regclass and d.objid = b.oid)
    ) then 'owner' end,
    case when has_database_privilege(r.oid, b.oid, 'create')
      or exists (select from pg_namespace n where n.nspname in ('public', 'app') and has_schema_privilege(r.oid, n.oid, 'create'))
      then 'makes' end,
    case when exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'app' and c.relname = 'application_login' and has_table_privilege(r.oid, c.oid, 'select')
    ) then 'secret' end,
    case when current_setting('row_security') <> 'on' or current_schemas(false) <> '{public}' then 'setting' end,
    case when exists (
      select from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and not (c.relrowsecurity and c.relforcerowsecurity and array(
          select pg_get_expr(p.polqual, p.polrelid) || pg_get_expr(p.polwithcheck, p.polrelid) from pg_policy p
          where p.polrelid = c.oid
        ) = array['(tenant_id = app.tenant_id())(tenant_id = app.tenant_id())'])
    ) then 'tables' end
  ], null) as faults
  from pg_roles r, pg_database b where r.rolname = session_user and b.datname = current_database()`

/** The check must answer within 15 seconds; it is one round trip. */
const LIMIT_MS = 15_000

/** Throws `UnsafeConnection` if a freshly opened connection could get around row-level security. */
export async function proveConnection(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string; faults: Fault[] }>({
    text: QUESTION,
    query_timeout: LIMIT_MS,
  } as pg.QueryConfig)
  const { role, faults } = one(rows)
  if (faults.length > 0) throw new UnsafeConnection(role, faults)
}
