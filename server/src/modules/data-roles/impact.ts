import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import type { Narrowing, RowRule } from '../../kernel/narrowing.ts'
import { visibleOrders, visibleStations, type Viewer } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { usersInScope } from '../users/index.ts'
import { requireAudience, requireKnownPlaces } from './authority.ts'
import { isMeant } from './rows.ts'
import { audienceOf } from './write.ts'

type Calls = typeof dataRoleCalls
type Draft = Input<Calls['impact']>
type Person = Omit<Viewer, 'narrowing'> & {
  realname: string
  depName: string
  narrowing: Narrowing | null
  /** Whether the draft is meant for the person. */
  isMeant: boolean
  others: string[]
}

/** Each person costs one statement over the open orders. */
const MOST_SHOWN = 20
/** What an unsaved data role is called among the rules. */
const NEW = 'new'

export async function readImpact(ctx: Ctx, draft: Draft): Promise<Output<Calls['impact']>> {
  const { id } = draft
  await requireKnownPlaces(ctx, draft)
  const before = id === undefined ? { roleIds: [], userIds: [] } : await audienceOf(ctx, id)
  await requireAudience(
    ctx,
    { ...draft, userIds: [...new Set([...draft.userIds, ...before.userIds])] },
    before,
  )
  const { people, userCount } = await peopleOf(ctx, draft)
  const rule = await rowRuleOf(ctx, draft)
  const after = (person: Person): Viewer => ({ ...person, narrowing: narrowingWith(person, draft, rule) })
  const rows = []
  for (const person of people) {
    const { now, after: later, lost } = await countsOf(ctx, person, after(person))
    const { userId, realname, depName, others } = person
    rows.push({ id: userId, realname, depName, now, after: later, lost, others })
  }
  return { userCount, people: rows, sql: people[0] ? statementsFor(ctx, after(people[0])) : null }
}

/** Everybody for whom the data role is or would be. */
async function peopleOf(ctx: Ctx, { id, roleIds, userIds }: Draft) {
  const isChosen = sql`(u.id = any(${userIds}::bigint[]) or exists (select from user_role chosen
    where chosen.tenant_id = u.tenant_id and chosen.user_id = u.id and chosen.role_id = any(${roleIds}::bigint[])))`
  const isNow = sql`exists (select from data_role r where r.id = ${id ?? null}::bigint and ${isMeant})`
  const concerned = sql`${usersInScope(ctx)} and u.status = '1' and (${isChosen} or ${isNow})`
  const { rows } = await sql<Person>`
    select u.id as "userId", u.realname, d.name as "depName", d.org_code as "orgCode", u.has_all_data as "hasAllData",
      case when u.has_all_data then '{}' else array(
        select up.psa_id::text from user_psa up where up.tenant_id = u.tenant_id and up.user_id = u.id) end as "relatedPsas",
      app.narrowing_of(u.tenant_id, u.id) as narrowing, coalesce(app.moves_of(u.tenant_id), '[]') as moves, ${isChosen} as "isMeant",
      array(select r.name from app.data_roles_of(u.tenant_id, u.id) r
        where r.id is distinct from ${id ?? null}::bigint order by r.id) as others
    ${concerned} order by u.name_place, u.id limit ${MOST_SHOWN}`.execute(ctx.db)
  const counted = await sql<{ n: number }>`select count(*)::int as n ${concerned}`.execute(ctx.db)
  return { people: rows, userCount: one(counted.rows).n }
}

async function rowRuleOf({ db }: Ctx, draft: Draft): Promise<RowRule | null> {
  const { departmentIds, psaIds, stationIds, siteTypes, taskTypes, taskTypesExcluded, ownOrders } = draft
  const conditions: unknown[] = [departmentIds, psaIds, stationIds, siteTypes, taskTypes, ownOrders]
  if (conditions.every((each) => each === null)) return null
  const { rows } = await sql<{ code: string }>`
    select org_code as code from department where id = any(${departmentIds}::bigint[]) order by 1`.execute(db)
  return {
    id: draft.id ?? NEW,
    depCodes: departmentIds && rows.map(({ code }) => code),
    psaIds,
    stationIds,
    siteTypes,
    taskTypes,
    isExcluded: taskTypesExcluded,
    own: ownOrders,
  }
}

/** What narrows the rows of a person once the draft is saved; columns do not change what is counted. */
function narrowingWith(
  { narrowing, isMeant: meant }: Person,
  draft: Draft,
  rule: RowRule | null,
): Narrowing | null {
  const others = (narrowing?.rows ?? []).filter(({ id }) => id !== draft.id)
  const rows = meant && draft.enabled && rule ? [...others, rule] : others
  return rows.length === 0 ? null : { rows, columns: {}, mostExportRows: null }
}

type Counts = { stations: number; orders: number }

/** Of what the caller sees too. */
async function countsOf(ctx: Ctx, now: Viewer, after: Viewer) {
  const stations = (viewer: Viewer) => sql`(select count(*)::int from station s
    where ${visibleStations(viewer, 's')} and ${visibleStations(ctx.who, 's')})`
  const { rows } = await sql<{ now: Counts; after: Counts; lost: number }>`
    select json_build_object('stations', ${stations(now)}, 'orders', count(*) filter (where open.now)) as now,
      json_build_object('stations', ${stations(after)}, 'orders', count(*) filter (where open.after)) as after,
      (count(*) filter (where open.now and not open.after and open.is_theirs))::int as lost
    from (
      select ${visibleOrders(now, 'o')} as now, ${visibleOrders(after, 'o')} as after,
        (o.liable_user_id = ${now.userId} or ${now.userId}::bigint = any(o.assist_user_ids)) as is_theirs
      from work_order o where o.flow_sts < 4 and ${visibleOrders(ctx.who, 'o')}
    ) open`.execute(ctx.db)
  return one(rows)
}

/** The conditions as text, with their values in place. */
function statementsFor({ db }: Ctx, viewer: Viewer) {
  const text = (condition: ReturnType<typeof visibleOrders>) => {
    const { sql: statement, parameters } = condition.compile(db)
    return statement
      .replaceAll(/\$(\d+)/g, (_whole, at: string) => literal(parameters[Number(at) - 1]))
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  return {
    stations: text(visibleStations(viewer, 'station')),
    orders: text(visibleOrders(viewer, 'work_order')),
  }
}

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? `'{${value.join(',')}}'`
    : typeof value === 'number'
      ? String(value)
      : `'${String(value)}'`
