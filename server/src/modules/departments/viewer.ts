import { sql } from 'kysely'
import { notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { ownDepartments } from './scope.ts'

/**
 * Somebody as far as data scope goes, by default the caller. Another person takes the right to manage users and to be
 * of one's own departments; a tree made of it has to stay within the caller's scope as well.
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
