import { sql } from 'kysely'
import { notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { ownDepartments } from './scope.ts'

/**
 * The person whose data scope a call uses, by default the caller. Another person requires the permission to manage
 * users and must be in one's own departments; the resulting tree must also stay within the caller's scope.
 */
export async function viewerOf(ctx: Ctx, userId: string | undefined): Promise<Who> {
  const { who, db } = ctx
  if (userId === undefined || userId === who.userId) return who
  const { rows } = await sql<{
    org_code: string
    has_all_data: boolean
    related: string[]
    granted: boolean
  }>`
    select d.org_code, u.has_all_data, app.is_granted(${who.userId}::bigint, 'user:manage') as granted,
      array(select up.psa_id::text from user_psa up where up.tenant_id = u.tenant_id and up.user_id = u.id) as related
    from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.id = ${userId} and ${ownDepartments(who, 'd.org_code')}`.execute(db)
  const person = rows[0]
  if (!person?.granted) throw notFound()
  return {
    ...who,
    userId,
    orgCode: person.org_code,
    hasAllData: person.has_all_data,
    relatedPsas: person.related,
  }
}
