import type { Granter } from '@heliodesk/contract/granter.ts'
import { administratorRole } from '@heliodesk/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'

const MOST_GRANTERS = 5

/** The same as `isAdministrator` of roles, for the person `g` of a query. */
const administers = sql`exists (
  select from user_role mine join role held on held.tenant_id = mine.tenant_id and held.id = mine.role_id
  where mine.tenant_id = g.tenant_id and mine.user_id = g.id and held.role_code = ${administratorRole})`

/**
 * Up to five active people who could see to it that a person gets something, the nearest department first: they manage
 * people or roles, the person is in their departments, and `have` says of the person `g` that they have it themselves,
 * because nobody grants what they lack.
 */
async function grantersWho(
  { db }: Pick<Ctx, 'db'>,
  personId: string,
  may: RawBuilder<unknown>,
  have: RawBuilder<unknown>,
): Promise<Granter[]> {
  const { rows } = await sql<Granter>`
    select g.id, g.realname, d.name as "depName"
    from app_user target
      join department home on home.tenant_id = target.tenant_id and home.id = target.department_id
      join app_user g on g.tenant_id = target.tenant_id and g.id <> target.id
      join department d on d.tenant_id = g.tenant_id and d.id = g.department_id
    where target.id = ${personId}::bigint and g.status = '1' and not g.must_change_password
      and (g.has_all_data or starts_with(home.org_code, d.org_code)) and ${may} and ${have}
    order by length(d.org_code) desc, g.has_all_data, g.name_place, g.id limit ${MOST_GRANTERS}`.execute(db)
  return rows
}

const manages = sql`(app.is_granted(g.id, 'user:manage') or app.is_granted(g.id, 'role:manage'))`

/** Who could grant a permission to a person; a menu, which carries none, by everybody who manages. */
export const grantersOf = (ctx: Pick<Ctx, 'db'>, personId: string, code: string | null): Promise<Granter[]> =>
  grantersWho(
    ctx,
    personId,
    manages,
    code === null ? sql`true` : sql`(app.is_granted(g.id, ${code}) or ${administers})`,
  )

/** Who could open a place to a person: they manage people and see it; `sees` is about the person `g` of department `d`. */
export const openersOf = (
  ctx: Pick<Ctx, 'db'>,
  personId: string,
  sees: RawBuilder<unknown>,
): Promise<Granter[]> => grantersWho(ctx, personId, sql`app.is_granted(g.id, 'user:manage')`, sees)
