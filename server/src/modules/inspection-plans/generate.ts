import { sql } from 'kysely'
import { dayAfter } from '@heliodesk/contract/days.ts'
import { INSPECTION, sourceCategory } from '@heliodesk/contract/work-order-rules.ts'
import type { Ctx } from '../../kernel/context.ts'
import { reachesStation } from '../../kernel/scope.ts'
import { fromWireTime, toWireDay } from '../../kernel/wire-time.ts'
import { entryOf, present } from '../../platform/certain.ts'
import { readCalendar } from '../calendar/index.ts'
import { openSheets, type Opened } from '../inspection-sheets/index.ts'
import { typeForNewOrder } from '../task-types/index.ts'
import { addMany } from '../work-orders/index.ts'
import { coursesOf, Maker, type Course, type Making, type PlanDue } from './course.ts'
import { linesOf } from './route.ts'

/** So many plans, and orders, are dealt with in one transaction: a tenth of a second's work. */
const PLANS = 60
const ORDERS = 120

type CourseMaking = { course: Course; making: Making }

/** The plans of which something may have to be made, locked; those that another process has are left to it. */
async function claimPlans({ db }: Pick<Ctx, 'db'>, today: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inspection_plan p
    where p.state = 'effective' and p.make_on <= ${today}::date
    order by p.make_on, p.id limit ${most} for update skip locked`.execute(db)
  if (rows.length > 0) return rows.map(({ id }) => id)
  // The clock went back since: what was planned by the time that is gone may be wrong.
  const { rows: gone } = await sql<{ id: string }>`
    select id from inspection_plan p
    where p.state = 'effective' and p.made_on > ${today}::date
    order by p.made_on, p.id limit ${most} for update skip locked`.execute(db)
  return gone.map(({ id }) => id)
}

type Leg = {
  planId: string
  versionNo: number
  no: number
  stationId: string
  isInService: boolean
  spaceIds: string[]
  deviceIds: string[]
  /** Null where the person cannot execute the order now. */
  executorId: string | null
  code: string
  planName: string
  psName: string
}

/** The legs of versions of plans, with who can be given their orders now. */
async function legsOf({ db }: Pick<Ctx, 'db'>, planIds: readonly string[]): Promise<Leg[]> {
  const { rows } = await sql<Leg>`
    with leg as (
      select l.*, v.name as plan_name, p.code from inspection_plan_leg l
      join inspection_plan_version v on v.tenant_id = l.tenant_id and v.plan_id = l.plan_id and v.no = l.version_no
        and v.state = 'effective'
      join inspection_plan p on p.tenant_id = l.tenant_id and p.id = l.plan_id
      where l.plan_id = any(${planIds}::bigint[])
    ), able as materialized (
      select each.person_id, each.station_id from (select distinct person_id, station_id from leg) each
      join app_user u on u.id = each.person_id and u.status = '1'
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      join station s on s.id = each.station_id
      where app.is_granted(u.id, 'order:execute') and ${reachesStation('u', 'd', 's')}
    )
    select l.plan_id as "planId", l.version_no as "versionNo", l.no, l.station_id as "stationId",
      s.status = '1' as "isInService", l.space_ids::text[] as "spaceIds", l.device_ids::text[] as "deviceIds",
      a.person_id as "executorId", l.code, l.plan_name as "planName", s.name as "psName"
    from leg l
    join station s on s.tenant_id = l.tenant_id and s.id = l.station_id
    left join able a on a.person_id = l.person_id and a.station_id = l.station_id
    order by l.plan_id, l.version_no, l.no`.execute(db)
  return rows
}

type Wanted = { leg: Leg; due: PlanDue }

/**
 * What has not been made yet. A day of a plan for which another version has made orders is done; so is one that the
 * holidays have moved since. Each is looked up by its key; an anti-join would read all that was ever made.
 */
async function missing({ db }: Pick<Ctx, 'db'>, wanted: readonly Wanted[]): Promise<Wanted[]> {
  if (wanted.length === 0) return []
  const given = wanted.map(({ leg, due }, place) => ({
    place,
    plan: leg.planId,
    version: leg.versionNo,
    leg: leg.no,
    day: due.day,
    nominal: due.nominal,
  }))
  const { rows } = await sql<{ place: number }>`
    select coalesce(w.place, 0) as place from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as w (place int, plan bigint, version int, leg int, day date, nominal date)
    where 0 = (
      select count(*) from inspection_due d where d.plan_id = w.plan and d.leg_no = w.leg and d.due_on = w.day)
    and 0 = (
      select count(*) from inspection_due d
      where d.plan_id = w.plan and d.leg_no = w.leg and d.nominal_on = w.nominal)
    and 0 = (
      select count(*) from inspection_due d
      where d.plan_id = w.plan and d.due_on = w.day and d.version_no <> w.version)
    order by w.place`.execute(db)
  return rows.map(({ place }) => present(wanted[place]))
}

type Company = Pick<Ctx, 'db' | 'now'>

/** Makes what is due of some plans, in the caller's transaction; returns how much, and whether plans may be left. */
export async function makeSome({ db, now }: Company): Promise<{ plans: number; orders: number }> {
  const calendar = await readCalendar(db)
  const today = toWireDay(now, calendar.zone)
  const planIds = await claimPlans({ db }, today, PLANS)
  if (planIds.length === 0) return { plans: 0, orders: 0 }
  const maker = new Maker(db, today, calendar)
  const all: CourseMaking[] = []
  for (const course of await coursesOf(db, planIds)) all.push({ course, making: await maker.making(course) })
  const legs = Map.groupBy(await legsOf({ db }, planIds), ({ planId, versionNo }) => `${planId} ${versionNo}`)
  const wanted = all.flatMap(({ course, making }) =>
    making.dues.flatMap((due) =>
      (legs.get(`${course.id} ${due.version.no}`) ?? [])
        .filter(({ isInService }) => isInService)
        .map((leg) => ({ leg, due })),
    ),
  )
  const left = await missing({ db }, wanted)
  const made = left.slice(0, ORDERS)
  // Plans of which something is left are looked at again at once.
  const unfinished = new Set(left.slice(ORDERS).map(({ leg }) => leg.planId))
  await makeOrders({ db, now }, made, calendar.zone)
  await noteMade(db, all, today, unfinished)
  return { plans: planIds.length, orders: made.length }
}

async function makeOrders({ db, now }: Company, made: readonly Wanted[], zone: string): Promise<void> {
  if (made.length === 0) return
  const type = await typeForNewOrder(db, INSPECTION, { evenInactive: true })
  const orderIds = await addMany(
    { db, now, timeZone: zone },
    type,
    made.map(({ leg, due: { day, version } }) => ({
      psId: leg.stationId,
      taskDescription: `${leg.planName}（${day}，${leg.psName}）`.slice(0, 500),
      workSubclass: '例行巡检',
      source: sourceCategory.plan,
      planCode: leg.code,
      planStart: fromWireTime(`${day} ${version.beginTime}:00`, zone),
      planEnd: fromWireTime(`${dayAfter(day, version.deadlineDays)} ${version.endTime}:00`, zone),
      executorId: leg.executorId,
    })),
  )
  const rows = made.map(({ leg, due }, at) => ({
    plan_id: leg.planId,
    leg_no: leg.no,
    due_on: due.day,
    nominal_on: due.nominal,
    version_no: leg.versionNo,
    order_id: orderIds[at],
  }))
  await sql`
    insert into inspection_due (plan_id, leg_no, due_on, nominal_on, version_no, order_id, made_at)
    select d.plan_id, d.leg_no, d.due_on, d.nominal_on, d.version_no, d.order_id, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d (plan_id bigint, leg_no int, due_on date, nominal_on date, version_no int, order_id bigint)`.execute(
    db,
  )
  const lines = await linesOf(
    db,
    made.map(({ leg }) => leg),
  )
  const sheets = made.map(({ leg, due }, at): Opened => ({
    orderId: present(orderIds[at]),
    lines: entryOf(lines, leg),
    byRule: due.version.abnormal === 'rule',
  }))
  await openSheets({ db, now }, sheets)
}

/** Notes what is next. */
async function noteMade(
  db: Ctx['db'],
  all: readonly CourseMaking[],
  today: string,
  unfinished: ReadonlySet<string>,
): Promise<void> {
  const rows = all.map(({ course: { id }, making: { next, makeOn } }) => ({
    id,
    due: next?.day ?? null,
    nominal: next?.nominal ?? null,
    estimate: next?.isEstimate ?? false,
    again: unfinished.has(id) ? today : makeOn,
  }))
  await sql`
    update inspection_plan p set next_due = n.due, next_nominal = n.nominal, next_is_estimate = n.estimate,
      make_on = n.again, made_on = ${today}::date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id bigint, due date, nominal date, estimate boolean, again date)
    where p.id = n.id`.execute(db)
}
