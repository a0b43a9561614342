import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'

/** The positions of a person, by rank; `table` is the person's alias. */
const heldBy = (table: string) => sql`
  from user_position held join job_position p on p.tenant_id = held.tenant_id and p.id = held.position_id
  where held.tenant_id = ${sql.ref(`${table}.tenant_id`)} and held.user_id = ${sql.ref(`${table}.id`)}`

const ranked = sql`order by p.post_rank, p.name_place, p.id`

/** The codes of a person's positions, joined by commas; '' for none. */
export const postOf = (table: string): RawBuilder<string> =>
  sql<string>`(select coalesce(string_agg(p.code, ',' ${ranked}), '') ${heldBy(table)})`

/** The same with their names. */
export const positionsOf = (table: string): RawBuilder<{ code: string; name: string }[]> =>
  sql`(select coalesce(json_agg(json_build_object('code', p.code, 'name', p.name) ${ranked}), '[]') ${heldBy(table)})`

export const positionNamesOf = (table: string): RawBuilder<string[]> =>
  sql<string[]>`array(select p.name ${heldBy(table)} ${ranked})`

/** Whether a person holds the position with this code. */
export const holdsPosition = (table: string, code: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select ${heldBy(table)} and p.code = ${code})`

/** The positions with these codes, locked against their removal until commit. */
export async function requirePositions({ db }: Pick<Ctx, 'db'>, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('job_position')
    .select(['id', 'code'])
    .where('code', 'in', codes)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const known = new Set(rows.map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined)
    throw new DomainError('user.unknown_position', `岗位（post）：没有编码为“${unknown}”的岗位`)
  return rows.map(({ id }) => id)
}

/** Gives a person exactly these positions. */
export async function replacePositions(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
  positionIds: readonly string[],
): Promise<void> {
  await sql`delete from user_position
    where user_id = ${userId} and position_id <> all(${positionIds}::bigint[])`.execute(db)
  await sql`insert into user_position (user_id, position_id)
    select ${userId}::bigint, unnest(${positionIds}::bigint[]) on conflict do nothing`.execute(db)
}
