import { dayAfter } from '@heliodesk/contract/days.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { readTable } from '../../kernel/first-data/data-file.ts'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'
import { act, complete, startProcess } from '../workflow/index.ts'
import { makeSome } from './generate.ts'
import { codePrefix } from './write.ts'

const written = readTable(new URL('./first-data/plans.csv', import.meta.url), {
  name: z.string(),
  cycle: z.string(),
  /** Categories of items, separated by spaces. */
  categories: z.string(),
  state: z.enum(['audit', 'draft', 'effective', 'returned', 'stopped']),
  /** How many stations of the centre it goes to. */
  stations: z.coerce.number(),
  hours: z.coerce.number(),
})

/** A centre with the people who make, audit and carry out its plans. */
type Centre = {
  id: string
  orgCode: string
  stationIds: string[]
  masterId: string
  managerId: string
  workerIds: string[]
}

async function centresOf({ db }: DemoCompany): Promise<Centre[]> {
  const { rows } = await sql<Centre>`
    select d.id, d.org_code as "orgCode", coalesce(s.ids, '{}') as "stationIds", m.id as "masterId", boss.id as "managerId",
      coalesce(w.ids, '{}') as "workerIds"
    from department d
    join lateral (
      select array_agg(id::text order by id) as ids from station where department_id = d.id and status = '1') s
      on cardinality(s.ids) > 0
    join lateral (
      select u.id from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      where u.department_id = d.id and u.status = '1' and r.role_code = 'r10020' order by u.id limit 1) m on true
    join lateral (
      select u.id from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      join department above on above.id = u.department_id and starts_with(d.org_code, above.org_code)
      where u.status = '1' and r.role_code in ('r10010', 'admin') order by length(above.org_code) desc, u.id limit 1) boss
      on true
    join lateral (
      select array_agg(u.id::text order by u.id) as ids from app_user u
      join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      where u.department_id = d.id and u.status = '1' and r.role_code = 'r10030') w on cardinality(w.ids) > 0
    order by d.org_code`.execute(db)
  return rows
}

/** A few dozen plans in all states; the orders of those in effect are made by the generator itself. */
async function addPlans(company: DemoCompany): Promise<void> {
  const { db, now } = company
  const centres = await centresOf(company)
  if (centres.length === 0) return
  const { rows: zones } = await sql<{ zone: string }>`
    select time_zone as zone from tenant where id = app.tenant_id()`.execute(db)
  const today = toWireDay(now, one(zones).zone)
  const perDay = new Map<string, number>()
  for (const [at, plan] of written.entries()) {
    const centre = present(centres[at % centres.length])
    const made = dayAfter(today, -1 - (at % 9))
    const number = (perDay.get(made) ?? 0) + 1
    perDay.set(made, number)
    await addPlan(company, {
      ...plan,
      centre,
      at,
      today,
      made,
      code: `${codePrefix(made)}${String(number).padStart(4, '0')}`,
    })
  }
  for (const [day, last] of perDay)
    await db.insertInto('inspection_plan_counter').values({ day, last }).execute()
  for (let isLeft = true; isLeft;) isLeft = (await makeSome({ db, now })).plans > 0
}

type Planned = (typeof written)[number] & {
  centre: Centre
  at: number
  today: string
  made: string
  code: string
}

async function addPlan({ db, now }: DemoCompany, plan: Planned): Promise<void> {
  const { centre, at, today, made, code, state } = plan
  const madeAt = new Date(Date.parse(`${made}T02:00:00Z`) + at * 61_000)
  const isGoing = state === 'effective' || state === 'stopped'
  const stations = centre.stationIds.slice(at % centre.stationIds.length).slice(0, plan.stations)
  const legs = stations.map((station, leg) => ({
    station,
    person: present(centre.workerIds[(at + leg) % centre.workerIds.length]),
    no: leg + 1,
  }))
  const { rows } = await sql<{ id: string }>`
    with c as (select * from inspection_cycle where name = ${plan.cycle}), p as (
      insert into inspection_plan (code, name, department_id, cycle_id, state, created_at, created_by, updated_at, make_on)
      select ${code}::text, ${plan.name}::text, ${centre.id}::bigint, c.id, ${isGoing ? 'effective' : 'draft'}::text,
        ${madeAt}::timestamptz, ${centre.masterId}::bigint, ${madeAt}::timestamptz,
        ${isGoing ? today : null}::date from c returning id
    ), v as (
      insert into inspection_plan_version (plan_id, no, state, name, department_id, cycle_id, from_day, holidays, lead_days,
        abnormal, item_ids, submitted_by, submitted_at)
      select p.id, 1, ${isGoing ? 'effective' : 'draft'}::text, ${plan.name}::text, ${centre.id}::bigint, c.id,
        ${isGoing ? today : dayAfter(today, 7)}::date, c.holidays, c.lead_days, 'press', array(
          select i.id from inspection_item i where i.category = any(string_to_array(${plan.categories}, ' '))
            and i.active and i.deleted_at is null order by i.place, i.id limit 12),
        ${isGoing ? centre.masterId : null}::bigint, ${isGoing ? madeAt : null}::timestamptz
      from p cross join c returning plan_id
    ), l as (
      insert into inspection_plan_leg (plan_id, version_no, no, station_id, space_ids, person_id, hours)
      select v.plan_id, 1, g.no, g.station, coalesce((
          select array_agg(s.id order by s.sort_order, s.id) from (
            select * from space s where s.station_id = g.station and s.name <> '备品库' order by s.sort_order, s.id limit 4) s), '{}'),
        g.person, ${plan.hours}::numeric
      from v cross join jsonb_to_recordset(${JSON.stringify(legs)}::jsonb) as g (no int, station bigint, person bigint)
    )
    select id from p`.execute(db)
  const { id } = one(rows)
  if (state === 'stopped')
    await sql`
      with stopped as (update inspection_plan set stop_on = ${today}::date where id = ${id} returning id)
      insert into inspection_plan_event (plan_id, at, actor_id, actor_name, action, day, reason)
      select s.id, ${now}::timestamptz, u.id, u.realname, 'stop', ${today}::date, '设备停运检修'
      from stopped s cross join app_user u where u.id = ${centre.masterId}`.execute(db)
  if (state === 'audit' || state === 'returned') await submitDemo({ db, now: madeAt }, id, plan)
}

async function submitDemo(
  ctx: Pick<DemoCompany, 'db' | 'now'>,
  id: string,
  { centre, code, name, state }: Planned,
): Promise<void> {
  const { db, now } = ctx
  await sql`
    with v as (
      update inspection_plan_version set submitted_by = ${centre.masterId}, submitted_at = ${now} where plan_id = ${id}
    )
    update inspection_plan set submitted_at = ${now} where id = ${id}`.execute(db)
  const instanceId = await startProcess(ctx, {
    key: 'inspection_plan',
    businessType: 'inspectionPlan',
    businessId: id,
    title: `${code} ${name}`,
    starter: centre.masterId,
    variables: {},
    depCode: centre.orgCode,
    psaId: null,
  })
  if (state !== 'returned') return
  const manager = {
    userId: centre.managerId,
    hasAllData: true,
    orgCode: centre.orgCode,
    relatedPsas: [],
    moves: [],
  }
  await act({ ...ctx, who: manager }, instanceId, (run, person) => {
    const [taskId] = run.state.tasks.keys()
    complete(run, present(taskId), person, { outcome: 'reject', opinion: '路线缺升压站，请补充' })
  })
}

offerFirstData('inspection-plans', {
  after: ['inspection-cycles', 'inspection-items', 'work-orders', 'devices', 'users', 'workflow'],
  demo: addPlans,
})
