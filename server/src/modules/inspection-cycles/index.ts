import type { Input } from '@heliodesk/contract/call.ts'
import { whenWords } from '@heliodesk/contract/cycle-words.ts'
import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { sql } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { previewCycle } from './preview.ts'
import { cycleRows, kindOf, shower, type Cycle } from './rows.ts'
import { visiblePlans } from './visible-plans.ts'
import './first-data.ts'

export { devicesOfLegs, knownOf, nextReached, withoutForetoldAlarms, type Subject } from './counting.ts'
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

  preview: previewCycle,
})

/** A cycle by conditions counts what one station has, so its plans have one. */
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
