import type { Output } from '@heliodesk/contract/call.ts'
import type { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { isUnder } from '../../kernel/scope.ts'
import { listDefinitions } from './definitions.ts'
import { formsOf, serviceNames } from './instances/business.ts'

/** Whom and what steps can name. Answers about people are of the caller's own departments. */
export async function designChoices(ctx: Ctx): Promise<Output<(typeof workflowCalls)['designChoices']>> {
  const { hasAllData, orgCode } = ctx.who
  const isOwn = hasAllData ? sql`true` : isUnder('d.org_code', orgCode)
  const people = await sql<{ id: string; name: string; department: string }>`
    select u.id, u.realname as name, d.name as department
    from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.status = '1' and ${isOwn} order by u.name_place, u.id`.execute(ctx.db)
  const roles = await sql<{ code: string; name: string; people: number }>`
    select r.role_code as code, r.role_name as name, count(u.id) filter (where ${isOwn})::int as people
    from role r
    left join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
    left join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and u.status = '1'
    left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    group by r.tenant_id, r.id, r.role_code, r.role_name, r.name_place order by r.name_place`.execute(ctx.db)
  const processes = (await listDefinitions(ctx)).map(({ key, name }) => ({ key, name }))
  return {
    people: people.rows,
    roles: roles.rows,
    services: serviceNames(),
    forms: await formsOf(ctx.db),
    processes,
  }
}
