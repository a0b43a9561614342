import type { Input } from '@heliodesk/contract/call.ts'
import { uniqueFields, type checkCalls, type UniqueField } from '@heliodesk/contract/checks.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'

const FREE = '该值可用！'
const TAKEN = new DomainError('check.taken', '该值不可用，系统中已存在！')

type IsTaken = (ctx: Ctx, value: string, id: string | null) => Promise<boolean>

/** Whether somebody else signs in with it, as name or phone, in any company. */
export async function isLoginTaken({ db, who }: Ctx, login: string, userId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('login_directory')
    .select('login')
    .where('login', '=', login.toLowerCase())
    .$if(userId !== null, (query) =>
      query.where((eb) => eb.not(eb.and([eb('tenant', '=', who.tenantId), eb('user_id', '=', userId!)]))),
    )
    .executeTakeFirst()
  return row !== undefined
}

const inTable =
  (table: 'app_user' | 'role' | 'dictionary' | 'psa' | 'check_rule', column: string): IsTaken =>
  async ({ db }, value, id) => {
    const { rows } = await sql`
      select from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${value} and t.id is distinct from ${id}
      limit 1`.execute(db)
    return rows.length > 0
  }

/** How each field is looked up; a name from outside never becomes part of a statement. */
const lookUps: Record<UniqueField, IsTaken> = {
  // Names that people sign in with are unique across companies.
  'sys_user.username': isLoginTaken,
  'sys_user.phone': isLoginTaken,
  'sys_user.work_no': inTable('app_user', 'work_no'),
  'sys_role.role_code': inTable('role', 'role_code'),
  'sys_dict.dict_code': inTable('dictionary', 'dict_code'),
  'sys_psa.name': inTable('psa', 'name'),
  'sys_check_rule.rule_code': inTable('check_rule', 'rule_code'),
}

const isUniqueField = (name: string): name is UniqueField => Object.hasOwn(uniqueFields, name)

/** Only those who may set a field may ask whether a value of it is taken: anybody else could find out who there is. */
export async function checkUnique(
  ctx: Ctx,
  { tableName, fieldName, fieldVal, dataId }: Input<(typeof checkCalls)['unique']>,
): Promise<string> {
  const field = `${tableName}.${fieldName}`
  if (!isUniqueField(field)) throw new DomainError('check.field', `不支持检查的字段：${field.slice(0, 64)}`)
  await requireRight(ctx, uniqueFields[field])
  if (fieldVal !== '' && (await lookUps[field](ctx, fieldVal, dataId || null))) throw TAKEN
  return FREE
}

async function requireRight(ctx: Ctx, code: string): Promise<void> {
  const { rows } = await sql<{ granted: boolean }>`
    select app.is_granted(${ctx.who.userId}, ${code}) as granted`.execute(ctx.db)
  if (ctx.who.mustChangePassword || !rows[0]!.granted) throw new MissingRight(code)
}
