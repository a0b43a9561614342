import { randomBytes, randomUUID } from 'node:crypto'
import { neverByToken, type ApiMachine, type apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { ownDepartments, requireOpenDepartment } from '../departments/index.ts'
import { askSecond, mayGive, needsSecond, requireGivableRoles } from '../roles/index.ts'
import { hashPassword } from '../session/index.ts'

type Calls = typeof apiTokenCalls

export const listMachines: Handler<Calls['machines']> = async (ctx) => {
  const { rows } = await sql<ApiMachine>`
    select u.id, u.realname as name, d.id as "depId", d.name as "depName",
      (select coalesce(json_agg(json_build_object('id', r.id::text, 'roleName', r.role_name) order by r.id), '[]')
        from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id) as roles,
      (select count(*)::int from api_token t where t.tenant_id = u.tenant_id and t.user_id = u.id
        and t.revoked_at is null and t.expires_at > ${ctx.now}) as tokens,
      array(select distinct p.code from user_role ur
          join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
          join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id
          and p.code is not null and p.code <> all(${[...neverByToken]}::text[]) order by p.code) as codes
    from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.status = '3' and ${ownDepartments(ctx.who, 'd.org_code')}
    order by u.name_place, u.id`.execute(ctx.db)
  const roles = await ctx.db
    .selectFrom('role as r')
    .select(['r.id', 'r.role_name as roleName'])
    .where(mayGive(ctx.who, 'r'))
    .orderBy('r.id')
    .execute()
  return { machines: rows, roles }
}

/** Its name in the directory of logins, where it takes nobody's, and a password that nobody knows. */
export const addMachine: Handler<Calls['addMachine']> = async (ctx, { name, depId, roleIds, reason }) => {
  const password = await hashPassword(randomBytes(32).toString('base64url'))
  await requireOpenDepartment(ctx, depId)
  await requireGivableRoles(ctx, roleIds)
  const id = await insertRow(ctx.db, 'app_user', {
    username: `machine-${randomUUID()}`,
    realname: name,
    password_hash: password,
    department_id: depId,
    status: '3',
  })
  const added = [...new Set(roleIds)]
  if (await needsSecond(ctx)) {
    const people = [{ id, realname: name }]
    await askSecond(ctx, { kind: 'machine', people, added, removed: [], reason })
  } else await insertRoles(ctx, id, added)
  return { id }
}

async function insertRoles({ db }: Ctx, id: string, roleIds: string[]) {
  await sql`
    insert into user_role (user_id, role_id)
    select ${id}::bigint, role_id from unnest(${roleIds}::bigint[]) as role_id order by role_id
    on conflict do nothing`.execute(db)
}

/** The roles of a new machine account, once a second person has agreed. */
export async function giveMachineRoles(ctx: Ctx, id: string, roleIds: string[]): Promise<void> {
  await lockMachine(ctx, id)
  await requireGivableRoles(ctx, roleIds)
  await insertRoles(ctx, id, roleIds)
}

/** A machine of the caller's departments whose roles the caller could give, locked until commit. */
export async function lockMachine(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql<{ roleIds: string[] }>`
    select array(select ur.role_id::text from user_role ur where ur.tenant_id = u.tenant_id and ur.user_id = u.id)
      as "roleIds"
    from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.id = ${id} and u.status = '3' and ${ownDepartments(ctx.who, 'd.org_code')}
    for no key update of u`.execute(ctx.db)
  const [found] = rows
  if (!found) throw notFound()
  await requireGivableRoles(ctx, found.roleIds)
}

export const stopMachine: Handler<Calls['stopMachine']> = async (ctx, { machineId }) => {
  await lockMachine(ctx, machineId)
  await sql`
    update api_token set revoked_at = ${ctx.now}, revoked_by = ${ctx.who.userId}
    where user_id = ${machineId} and revoked_at is null`.execute(ctx.db)
  await updateRow(ctx.db, 'app_user', machineId, { status: '2' })
  return {}
}
