import type { Output } from '@heliodesk/contract/call.ts'
import type { settingCalls } from '@heliodesk/contract/settings.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { one } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { isAdministrator } from '../roles/index.ts'

type Person = Output<(typeof settingCalls)['people']>['pageList'][number]

/** All active people of the company. */
const inForce = (ctx: Ctx) =>
  ctx.db
    .selectFrom('app_user as u')
    .innerJoin('department as d', onKey('d.id', 'u.department_id'))
    .where('u.status', '=', '1')

const columns = ['u.username', 'u.realname', 'd.name as depName'] as const

/** The user names that belong to an active person. */
export async function findPeople(ctx: Ctx, usernames: string[]): Promise<Person[]> {
  if (usernames.length === 0) return []
  return inForce(ctx).select(columns).where('u.username', 'in', usernames).orderBy('u.username').execute()
}

const OWN_APPOINTMENT = new DomainError(
  'setting.own_appointment',
  '收信人（mailRecipients）：不能使自己成为收信人，请由其他管理员修改',
)

/**
 * Requires that new recipients are active, and that the person who changes the list does not gain access to the letters
 * by it: neither by adding themselves, nor, as an administrator, by emptying the list, because letters then go to the
 * administrators (`inquiries/offices.ts`).
 */
export async function requireRecipients(ctx: Ctx, before: string[], usernames: string[]): Promise<void> {
  await requirePeople(ctx, usernames)
  const own = ctx.who.username
  const reads = async (named: string[]) =>
    named.length === 0 ? isAdministratorNow(ctx) : named.includes(own)
  if ((await reads(usernames)) && !(await reads(before))) throw OWN_APPOINTMENT
}

async function isAdministratorNow({ db, who }: Ctx): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select ${isAdministrator(who)} as holds`.execute(db)
  return one(rows).holds
}

async function requirePeople(ctx: Ctx, usernames: string[]): Promise<void> {
  const found = new Set((await findPeople(ctx, usernames)).map(({ username }) => username))
  const missing = usernames.filter((username) => !found.has(username))
  if (missing.length > 0)
    throw new DomainError(
      'setting.recipient',
      `收信人（mailRecipients）：${missing.join('、')} 不存在或已停用`,
    )
}

export const listPeople: Handler<(typeof settingCalls)['people']> = (ctx, { keyword, ...wanted }) => {
  const matches = inForce(ctx).where(mentions(sql`concat_ws(' ', u.username, u.realname)`, keyword, 'u'))
  return businessPageOf(matches.select(columns).orderBy('u.username'), wanted, (row) => row)
}
