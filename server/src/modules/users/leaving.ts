import { workGroups } from '@heliodesk/contract/handovers.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { inWords, openGroupsOf } from '../open-work/index.ts'
import { endSessions } from '../session/index.ts'
import { replacePositions } from '../positions/index.ts'
import { keepingAnAdministrator, lockUsers, requireNotAbove, type LockedUser } from './authority.ts'
import { replaceRoles } from './membership.ts'

const OWN_REMOVAL = new DomainError('user.own_removal', '不能删除自己的账号')

/** The author, for the sign-in log. */
export const by = (ctx: Ctx) => `由 ${ctx.who.realname}（${ctx.who.username}）`

/** What is open of somebody who cannot sign in any more would wait for nobody. */
export async function requireNothingOpen(
  ctx: Ctx,
  people: readonly LockedUser[],
  hint: string,
): Promise<void> {
  const found: string[] = []
  for (const { id, realname } of people) {
    const groups = await openGroupsOf(ctx, id)
    const words = inWords(groups.filter(({ group }) => !workGroups[group].isEnded))
    if (words !== '') found.push(`${realname}（${words}）`)
  }
  if (found.length === 0) return
  throw new DomainError('user.open_work', `还有未交接的工作：${found.join('；')}。${hint}`)
}

/** Nobody takes their own account out of use. */
export async function removePeople(ctx: Ctx, ids: string[]): Promise<null> {
  if (ids.includes(ctx.who.userId)) throw OWN_REMOVAL
  const people = await lockUsers(ctx, ids)
  requireNotAbove(people)
  await requireNothingOpen(ctx, people, '请先办理离职交接')
  await keepingAnAdministrator(ctx, people, async () => {
    for (const person of people) {
      await replaceRoles(ctx, person, [])
      await replacePositions(ctx, person.id, [])
    }
    await sql`
      update app_user u set status = '2', gone_at = ${ctx.now}, version = version + 1,
        username = case when used.ever then username else 'gone-' || id end,
        phone = case when used.ever then phone end, work_no = case when used.ever then work_no end
      from (
        select each.id as used_id, exists (select from sign_in_log l where l.tenant_id = each.tenant_id
          and l.user_id = each.id and l.outcome = 'success') as ever
        from app_user each where each.id = any(${ids}::bigint[])
      ) used where u.id = used.used_id`.execute(ctx.db)
  })
  await endSessions(ctx, ids, { reason: `账号${by(ctx)}删除` })
  return null
}
