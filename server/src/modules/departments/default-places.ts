import type { Output } from '@heliodesk/contract/call.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations, type Viewer } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { ownDepartments } from './scope.ts'

type Places = Output<(typeof sessionCalls)['me']>['defaults']

/** Length of the code of a company's top department: the first segment. */
const TOP_LENGTH = 3

/**
 * A person's default places (spec 1 §3) that are active and visible to them now. A place that has become disabled or
 * invisible is left out, and counts again once it is back.
 */
export async function defaultPlacesOf(db: Db, person: Viewer): Promise<Places> {
  const top = person.hasAllData ? person.orgCode.slice(0, TOP_LENGTH) : person.orgCode
  const { rows } = await sql<Places>`
    select json_build_object('id', t.id::text, 'orgCode', t.org_code, 'departName', t.name) as "topDepart",
      (select json_build_object('id', d.id::text, 'orgCode', d.org_code, 'departName', d.name)
        from department d where d.id = (c.chosen ->> 'departId')::bigint and ${departInForce(person)}) as depart,
      (select json_build_object('psId', s.id::text, 'psName', s.name)
        from station s where s.id = (c.chosen ->> 'psId')::bigint and ${stationInForce(person)}) as station
    from department t
    left join (select preferences -> 'defaults' as chosen from user_preference where user_id = ${person.userId}) c on true
    where t.org_code = ${top}`.execute(db)
  return one(rows)
}

const departInForce = (person: Viewer) => sql`d.status = '1' and ${ownDepartments(person, 'd.org_code')}`
const stationInForce = (person: Viewer) => sql`s.status = '1' and ${visibleStations(person, 's')}`

/** Changes the places that are given; concurrent changes of different places both take effect. */
export async function editDefaultPlaces(
  { db, who }: Ctx,
  { departId, psId }: { departId?: string | null; psId?: string | null },
): Promise<void> {
  if (departId) {
    const { rows } = await sql`
      select 1 from department d where d.id = ${departId} and ${departInForce(who)}`.execute(db)
    if (rows.length === 0) throw notFound()
  }
  if (psId) {
    const { rows } =
      await sql`select 1 from station s where s.id = ${psId} and ${stationInForce(who)}`.execute(db)
    if (rows.length === 0) throw notFound()
  }
  const change = JSON.stringify({ departId, psId })
  await sql`
    insert into user_preference as mine (preferences) values (jsonb_build_object('defaults', ${change}::jsonb))
    on conflict (tenant_id, user_id) do update set preferences = mine.preferences || jsonb_build_object(
      'defaults', coalesce(mine.preferences -> 'defaults', '{}') || ${change}::jsonb)`.execute(db)
}
