import type { Input, Output } from '@heliodesk/contract/call.ts'
import { nextDues } from '@heliodesk/contract/cycle-days.ts'
import { whenWords } from '@heliodesk/contract/cycle-words.ts'
import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { sql } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { readCalendar } from '../calendar/index.ts'
import { counted, dayBefore, energyOf, nextReached } from './counting.ts'
import { calendarRuleOf, cycleRows, kindOf, placed, shower, worksBy, type Cycle } from './rows.ts'
import { visiblePlans } from './visible-plans.ts'
import './first-data.ts'

export { counted, energyOf, nextReached, type Energy } from './counting.ts'
export { calendarRuleOf, placed, worksBy } from './rows.ts'
export { visiblePlans } from './visible-plans.ts'

type Calls = typeof inspectionCycleCalls

const nameTaken = onViolation(
  'inspection_cycle_tenant_id_name_key',
  new DomainError('cycle.name_taken', '周期名称已存在'),
)

async function getCycle(ctx: Ctx, id: string): Promise<Cycle> {
  const show = await shower(ctx)
  return show(await cycleRows(ctx).where('c.id', '=', id).executeTakeFirstOrThrow(notFound))
}

const valuesOf = (ctx: Ctx, input: Input<Calls['add']>) => ({
  name: input.name,
  kind: kindOf(input.rule),
  rule: JSON.stringify(input.rule),
  begin_time: input.beginTime,
  end_time: input.endTime,
  holidays: input.holidays,
  lead_days: input.leadDays,
  deadline_days: input.deadlineDays,
  catch_up: input.catchUp,
  updated_at: ctx.now,
  updated_by: ctx.who.userId,
})

/** Plans in effect plan anew by a cycle that changed. */
const planAnew = ({ db }: Ctx, id: string, today: string) =>
  sql`update inspection_plan set make_on = ${today} where cycle_id = ${id} and state = 'effective'`.execute(
    db,
  )

export const inspectionCycles = defineModule(inspectionCycleCalls, {
  async selectByParam(ctx, { keyword }) {
    const rows = await cycleRows(ctx)
      .where(mentions(sql`c.name`, keyword, 'c'))
      .orderBy('c.name_place')
      .orderBy('c.id')
      .execute()
    return rows.map(({ id, name, kind, rule, beginTime, endTime, holidays, leadDays }) => ({
      id,
      name,
      kind,
      rule,
      beginTime,
      endTime,
      holidays,
      leadDays,
      when: whenWords({ rule, beginTime, endTime }),
    }))
  },

  async page(ctx, { keyword, kind, ...page }) {
    const rows = cycleRows(ctx)
      .where(allOf(mentions(sql`c.name`, keyword, 'c'), kind && sql`c.kind = ${kind}`))
      .orderBy('c.id')
    return businessPageOf(rows, page, await shower(ctx))
  },

  selectByOne: (ctx, { id }) => getCycle(ctx, id),

  async add(ctx, input) {
    return getCycle(ctx, await insertRow(ctx.db, 'inspection_cycle', valuesOf(ctx, input)).catch(nameTaken))
  },

  async update(ctx, { id, version, ...input }) {
    const row = await lockRow(ctx.db, 'inspection_cycle', id)
    requireVersion(row, version, stale('cycle', '周期'))
    if (kindOf(input.rule) !== 'calendar') await requireOneStation(ctx, id)
    await updateRow(ctx.db, 'inspection_cycle', id, { ...valuesOf(ctx, input), version: version + 1 }).catch(
      nameTaken,
    )
    await planAnew(ctx, id, toWireDay(ctx.now, ctx.who.timeZone))
    return getCycle(ctx, id)
  },

  async del(ctx, { id }) {
    const { name } = await lockRow(ctx.db, 'inspection_cycle', id)
    const { rows } = await sql<{ name: string; isSeen: boolean; others: number }>`
      select p.name, ${visiblePlans(ctx)} as "isSeen", (count(*) over ())::int - 1 as others from inspection_plan p
      where p.cycle_id = ${id} or exists (
        select from inspection_plan_version v
        where v.tenant_id = p.tenant_id and v.plan_id = p.id and v.cycle_id = ${id})
      order by "isSeen" desc, p.id limit 1`.execute(ctx.db)
    const [plan] = rows
    if (plan) {
      const more = plan.others > 0 ? `等 ${plan.others + 1} 个计划` : ''
      throw new DomainError('cycle.in_use', `周期“${name}”还在用于${wordsOfPlan(plan)}${more}，不能删除`)
    }
    await deleteRow(ctx.db, 'inspection_cycle', id)
    return null
  },

  preview,
})

/** A cycle by conditions counts the energy of one station, so its plans have one. */
async function requireOneStation(ctx: Ctx, cycleId: string): Promise<void> {
  const { rows } = await sql<{ name: string; isSeen: boolean }>`
    select v.name, ${visiblePlans(ctx)} as "isSeen" from inspection_plan_version v
    join inspection_plan p on p.tenant_id = v.tenant_id and p.id = v.plan_id
    where v.cycle_id = ${cycleId} and (
      select count(distinct l.station_id) from inspection_plan_leg l
      where l.tenant_id = v.tenant_id and l.plan_id = v.plan_id and l.version_no = v.no) > 1
    order by "isSeen" desc, v.plan_id limit 1`.execute(ctx.db)
  const [plan] = rows
  if (plan)
    throw new DomainError(
      'cycle.stations',
      `${wordsOfPlan(plan)}有多座电站，按条件的周期只能用于一座电站的计划`,
    )
}

/** A plan that the caller does not see is not named. */
const wordsOfPlan = ({ name, isSeen }: { name: string; isSeen: boolean }): string =>
  isSeen ? `计划“${name}”` : '其他部门的计划'

/** The station at which a cycle is counted, and the last time it was due there. */
async function standingAt(ctx: Ctx, { psId, cycleId }: Input<Calls['preview']>, today: string) {
  const { rows } = await sql<{ psId: string; psName: string; last: string }>`
    select s.id as "psId", s.name as "psName", coalesce((
        select max(d.due_on) from inspection_due d
        join inspection_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id and p.cycle_id = ${cycleId ?? null}
        join inspection_plan_leg l on l.tenant_id = d.tenant_id and l.plan_id = d.plan_id
          and l.version_no = d.version_no and l.no = d.leg_no and l.station_id = s.id
        where d.due_on <= ${today}::date), ${today}::date)::text as last
    from station s
    where ${visibleStations(ctx.who, 's')} and case when ${psId ?? null}::bigint is not null then s.id = ${psId ?? null}
      else s.id = (
        select l.station_id from inspection_plan p
        join inspection_plan_leg l on l.tenant_id = p.tenant_id and l.plan_id = p.id
        where p.cycle_id = ${cycleId ?? null} order by p.state = 'effective' desc, p.id, l.version_no desc, l.no limit 1) end
    limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

const NEXT = 6

async function preview(ctx: Ctx, input: Input<Calls['preview']>): Promise<Output<Calls['preview']>> {
  const calendar = await readCalendar(ctx.db)
  const works = worksBy(calendar)
  const today = toWireDay(ctx.now, calendar.zone)
  const calendarRule = calendarRuleOf(input.rule)
  if (calendarRule) {
    const segment = { rule: calendarRule, holidays: input.holidays, start: input.from ?? today, end: null }
    const dues = nextDues([segment], today, NEXT, works)
    return {
      dues: dues.map(({ day, nominal }) => ({ day, nominal, by: null, isEstimate: false })),
      standing: null,
    }
  }
  const { condition } = input.rule
  const at = await standingAt(ctx, input, today)
  if (!condition || !at) return { dues: [], standing: null }
  const energy = await energyOf(ctx.db, at.psId, dayBefore(at.last), today)
  const { course } = counted(condition, at.last, energy)
  const dues = nextReached(condition, at.last, energy, NEXT).map(({ day, ...each }) => ({
    day: placed(day, input.holidays, works),
    nominal: day,
    ...each,
  }))
  const soFar = course.findLast(({ day }) => day <= today)
  const standing = {
    psName: at.psName,
    last: at.last,
    today,
    course,
    counted: soFar?.kwh ?? 0,
    daily: energy.expected(today),
  }
  return { dues, standing }
}
