import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { isUnder } from '../../kernel/scope.ts'

/** Departments in which a person may manage records; `column` holds org codes. Related projects add none. */
export const ownDepartments = (
  who: Pick<Who, 'hasAllData' | 'orgCode'>,
  column: string,
): RawBuilder<SqlBool> => (who.hasAllData ? sql<SqlBool>`true` : isUnder(column, who.orgCode))

/** One of these departments. */
export const ownDepartment = (ctx: Pick<Ctx, 'db' | 'who'>, id: string) =>
  ctx.db.selectFrom('department as d').where('d.id', '=', id).where(ownDepartments(ctx.who, 'd.org_code'))

/** The path of a department in scope; throws for any other. */
export async function ownOrgCode(ctx: Pick<Ctx, 'db' | 'who'>, id: string): Promise<string> {
  const { org_code } = await ownDepartment(ctx, id).select('d.org_code').executeTakeFirstOrThrow(notFound)
  return org_code
}

/** The department that a record is to join: in scope, active, and locked against deletion until commit. */
export async function requireOpenDepartment(ctx: Ctx, id: string): Promise<void> {
  const row = await ownDepartment(ctx, id)
    .select(['d.name', 'd.status'])
    .forKeyShare()
    .executeTakeFirstOrThrow(notFound)
  if (row.status !== '1') throw new DomainError('department.disabled', `部门“${row.name}”已停用`)
}
