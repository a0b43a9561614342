import type { Input } from '@heliodesk/contract/call.ts'
import { uniqueFields, type checkCalls, type UniqueField } from '@heliodesk/contract/checks.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'

const FREE = '该值可用！'
const TAKEN = new DomainError('check.taken', '该值不可用，系统中已存在！')

type IsTaken = (ctx: Ctx, value: string, id: string | null) => Promise<boolean>

/** Who else uses this name or phone to sign in: a person of the own company, of another one, or nobody. */
export async function holderOfLogin(
  { db, who }: Pick<Ctx, 'db' | 'who'>,
  login: string,
  userId: string | null,
): Promise<'colleague' | 'stranger' | null> {
  const row = await db
    .selectFrom('login_directory')
    .select(['tenant', 'user_id'])
    .where('login', '=', login.toLowerCase())
    .executeTakeFirst()
  if (!row) return null
  if (row.tenant !== who.tenantId) return 'stranger'
  return row.user_id === userId ? null : 'colleague'
}

/** The check reveals nothing about other companies; saving only refuses (`users/logins.ts`). */
export const isLoginTaken: IsTaken = async (ctx, login, userId) =>
  (await holderOfLogin(ctx, login, userId)) === 'colleague'

const inTable =
  (table: 'app_user' | 'role' | 'dictionary' | 'psa' | 'check_rule', column: string): IsTaken =>
  async ({ db }, value, id) => {
    const { rows } = await sql`
      select from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${value} and t.id is distinct from ${id}
      limit 1`.execute(db)
    return rows.length > 0
  }

/** The lookup of each field; a name from outside never becomes part of a statement. */
const lookUps: Record<UniqueField, IsTaken> = {
  'sys_user.username': isLoginTaken,
  'sys_user.phone': isLoginTaken,
  'sys_user.work_no': inTable('app_user', 'work_no'),
  'sys_role.role_code': inTable('role', 'role_code'),
  'sys_dict.dict_code': inTable('dictionary', 'dict_code'),
  'sys_psa.name': inTable('psa', 'name'),
  'sys_check_rule.rule_code': inTable('check_rule', 'rule_code'),
}

const isUniqueField = (name: string): name is UniqueField => Object.hasOwn(uniqueFields, name)

/** Only people who may set a field may check its values; otherwise anybody could probe for existing accounts. */
export async function checkUnique(
  ctx: Ctx,
  { tableName, fieldName, fieldVal, dataId }: Input<(typeof checkCalls)['unique']>,
): Promise<string> {
  const field = `${tableName}.${fieldName}`
  if (!isUniqueField(field)) throw new DomainError('check.field', `不支持检查的字段：${field.slice(0, 64)}`)
  await requireRights(ctx, [uniqueFields[field]])
  if (fieldVal !== '' && (await lookUps[field](ctx, fieldVal, dataId || null))) throw TAKEN
  return FREE
}
