import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { askSecond } from '../roles/index.ts'
import { mayRelate, requireRelatablePsas } from '../stations/index.ts'
import { keepingAnAdministrator, lockUser, requireNotAbove } from './authority.ts'

/*
 * What a person sees beyond the own department: everything, or single projects.
 */

export const ALL_DATA = new DomainError('user.all_data', '您没有全部数据权限，不能授予他人')
const WHOLE = '全部数据权限'

/** Projects beyond the caller's authority stay unchanged: the caller can neither see, assign nor remove them. */
export async function replacePsas(ctx: Ctx, userId: string, psaIds: string[]): Promise<void> {
  await sql`delete from user_psa up using psa p
    where up.user_id = ${userId} and p.tenant_id = up.tenant_id and p.id = up.psa_id
      and p.id <> all(${psaIds}::bigint[]) and ${mayRelate(ctx.who, 'p')}`.execute(ctx.db)
  await addPsas(ctx, userId, psaIds)
}

async function addPsas({ db }: Ctx, userId: string, psaIds: string[]): Promise<void> {
  await sql`insert into user_psa (user_id, psa_id)
    select ${userId}, id from unnest(${psaIds}::bigint[]) as given(id) group by id
    on conflict do nothing`.execute(db)
}

type Wanted = { allData: '0' | '1' | undefined; relPsaIds: string[] | undefined; reason: string }

/** Asks a second person for the scope of a form, of which nothing is written yet. */
export async function askForScope(
  ctx: Ctx,
  person: { id: string; realname: string },
  { allData, relPsaIds, reason }: Wanted,
): Promise<void> {
  const { has_all_data: hasAll } = await ctx.db
    .selectFrom('app_user')
    .select('has_all_data')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: string; name: string; wanted: boolean }>`
    select p.id, p.name, p.id = any(${relPsaIds ?? []}::bigint[]) as wanted
    from psa p where ${relPsaIds !== undefined}::boolean and ${mayRelate(ctx.who, 'p')}
      and (p.id = any(${relPsaIds ?? []}::bigint[])) <> exists (
        select from user_psa up where up.tenant_id = p.tenant_id and up.user_id = ${person.id} and up.psa_id = p.id)
    order by p.id`.execute(ctx.db)
  const [added, removed] = [rows.filter(({ wanted }) => wanted), rows.filter(({ wanted }) => !wanted)]
  const whole = allData === undefined || (allData === '1') === hasAll ? null : allData
  const words = (psas: { name: string }[], changesWhole: boolean) => [
    ...(changesWhole ? [WHOLE] : []),
    ...psas.map(({ name }) => `项目“${name}”`),
  ]
  await askSecond(ctx, {
    kind: 'scope',
    people: [person],
    added: added.map(({ id }) => id),
    removed: removed.map(({ id }) => id),
    words: { added: words(added, whole === '1'), removed: words(removed, whole === '0') },
    payload: whole === null ? {} : { allData: whole },
    reason,
  })
}

type ScopeChange = { allData?: '0' | '1'; added: string[]; removed: string[] }

/** Carries out a change of the scope of a person. */
export async function changeScope(
  ctx: Ctx,
  id: string,
  { allData, added, removed }: ScopeChange,
): Promise<void> {
  const person = await lockUser(ctx, 'id', id)
  requireNotAbove([person])
  if (allData === '1' && !ctx.who.hasAllData) throw ALL_DATA
  await requireRelatablePsas(ctx, added, [])
  await keepingAnAdministrator(ctx, [person], async () => {
    await sql`update app_user set version = version + 1,
        has_all_data = coalesce(${allData === undefined ? null : allData === '1'}::boolean, has_all_data)
      where id = ${id}`.execute(ctx.db)
  })
  await sql`delete from user_psa up using psa p
    where up.user_id = ${id} and p.tenant_id = up.tenant_id and p.id = up.psa_id
      and p.id = any(${removed}::bigint[]) and ${mayRelate(ctx.who, 'p')}`.execute(ctx.db)
  await addPsas(ctx, id, added)
}
