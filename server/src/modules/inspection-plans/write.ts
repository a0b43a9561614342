import type { Input } from '@heliodesk/contract/call.ts'
import type { inspectionPlanCalls, PlanRow } from '@heliodesk/contract/inspection-plans.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { requireOpenDepartment } from '../departments/index.ts'
import { keepVisibleStation } from '../stations/index.ts'
import { requireExecutors } from '../work-orders/index.ts'
import { visiblePlans } from '../inspection-cycles/index.ts'
import { readPlan } from './rows.ts'

type Calls = typeof inspectionPlanCalls
export type PlanInput = Input<Calls['add']>

export const todayOf = ({ now, who }: Pick<Ctx, 'now' | 'who'>): string => toWireDay(now, who.timeZone)

export type LockedPlan = {
  id: string
  code: string
  name: string
  state: 'audit' | 'draft' | 'effective' | 'returned'
  nextState: 'audit' | 'draft' | 'returned' | null
  stopOn: string | null
  version: number
  newest: number
}

/** A plan that the caller sees, locked, in the version that they saw. */
export async function lockPlan(
  ctx: Ctx,
  { id, version }: { id: string; version?: number },
): Promise<LockedPlan> {
  const { rows } = await sql<LockedPlan>`
    select p.id, p.code, p.name, p.state, p.next_state as "nextState", p.stop_on::text as "stopOn", p.version, coalesce((
      select max(v.no) from inspection_plan_version v where v.tenant_id = p.tenant_id and v.plan_id = p.id), 0) as newest
    from inspection_plan p where p.id = ${id} and ${visiblePlans(ctx)} for update`.execute(ctx.db)
  const [plan] = rows
  if (!plan) throw notFound()
  if (version !== undefined) requireVersion(plan, version, stale('plan', '巡检计划'))
  return plan
}

/** What a plan says must be possible; who could not go there is named when it is saved, and not when orders are made. */
async function requireSound(ctx: Ctx, input: PlanInput): Promise<void> {
  await requireOpenDepartment(ctx, input.depId)
  if (input.untilDay !== null && input.untilDay < input.fromDay)
    throw new DomainError('plan.until', '结束日期（untilDay）：不能早于开始日期')
  const cycle = await ctx.db
    .selectFrom('inspection_cycle')
    .select('kind')
    .where('id', '=', input.cycleId)
    .forShare()
    .executeTakeFirst()
  if (!cycle) throw new DomainError('plan.cycle', '周期（cycleId）：周期不存在，请重新选择')
  const stations = new Set(input.legs.map(({ psId }) => psId))
  if (cycle.kind !== 'calendar' && stations.size > 1)
    throw new DomainError('plan.stations', '按条件的周期按一座电站的数据计，路线只能有一座电站')
  for (const psId of [...stations].toSorted()) {
    const { status, psName } = await keepVisibleStation(ctx, psId)
    if (status !== '1') throw new DomainError('plan.station', `电站“${psName}”已停用，不能安排巡检`)
    const legs = input.legs.filter((leg) => leg.psId === psId)
    await requireExecutors(ctx, psId, [...new Set(legs.map(({ personId }) => personId))])
  }
  await requirePoints(ctx, input)
  await requireItems(ctx, input.itemIds)
}

/** Spaces and devices are of the leg's station. */
async function requirePoints({ db }: Ctx, { legs }: PlanInput): Promise<void> {
  for (const { spaceIds, deviceIds } of legs)
    if (spaceIds.length > 0 && deviceIds.length > 0)
      throw new DomainError('plan.points', '路线（legs）：同一段请只选区域，或只选设备')
  const { rows } = await sql<{ place: number }>`
    select g.place::int as place from rows from (jsonb_to_recordset(${JSON.stringify(legs)}::jsonb)
      as ("psId" bigint, "spaceIds" bigint[], "deviceIds" bigint[])) with ordinality as g ("psId", "spaceIds", "deviceIds", place)
    where exists (select from unnest(g."spaceIds") as x (id)
        where not exists (select from space s where s.id = x.id and s.station_id = g."psId"))
      or exists (select from unnest(g."deviceIds") as x (id)
        where not exists (select from device d where d.id = x.id and d.station_id = g."psId"))
    order by g.place limit 1`.execute(db)
  const [wrong] = rows
  if (wrong)
    throw new DomainError('plan.points', `路线（legs）：第 ${wrong.place} 段的区域或设备不属于所选电站`)
}

async function requireItems({ db }: Ctx, itemIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ known: number }>`
    select count(*)::int as known from inspection_item
    where id = any(${itemIds}::bigint[]) and deleted_at is null`.execute(db)
  if (one(rows).known < new Set(itemIds).size)
    throw new DomainError('plan.items', '巡检项目（itemIds）：有的项目已被删除，请重新选择')
}

/** Writes what a version says; an unfinished one may still lack its route and items. */
export async function writeVersion(ctx: Ctx, planId: string, no: number, input: PlanInput): Promise<void> {
  const { db } = ctx
  await sql`
    insert into inspection_plan_version (plan_id, no, state, name, department_id, cycle_id, from_day, until_day, holidays,
      lead_days, abnormal, item_ids, remark)
    values (${planId}, ${no}, 'draft', ${input.name}, ${input.depId}, ${input.cycleId}, ${input.fromDay}, ${input.untilDay},
      ${input.holidays}, ${input.leadDays}, ${input.abnormal}, ${[...new Set(input.itemIds)]}::bigint[], ${input.remark})
    on conflict (tenant_id, plan_id, no) do update set state = 'draft', name = excluded.name,
      department_id = excluded.department_id, cycle_id = excluded.cycle_id, from_day = excluded.from_day,
      until_day = excluded.until_day, holidays = excluded.holidays, lead_days = excluded.lead_days,
      abnormal = excluded.abnormal, item_ids = excluded.item_ids, remark = excluded.remark`.execute(db)
  await db
    .deleteFrom('inspection_plan_leg')
    .where('plan_id', '=', planId)
    .where('version_no', '=', no)
    .execute()
  await sql`
    insert into inspection_plan_leg (plan_id, version_no, no, station_id, space_ids, device_ids, person_id, hours)
    select ${planId}::bigint, ${no}::int, place, "psId", "spaceIds", "deviceIds", "personId", hours
    from rows from (jsonb_to_recordset(${JSON.stringify(input.legs)}::jsonb) as ("psId" bigint, "spaceIds" bigint[],
      "deviceIds" bigint[], "personId" bigint, hours numeric)) with ordinality
      as g ("psId", "spaceIds", "deviceIds", "personId", hours, place)`.execute(db)
}

/**
 * A new plan with its code. The counter's row is locked by the last statement and held until commit, so codes have no gaps
 * and a failed one returns its number.
 */
export async function addPlan(ctx: Ctx, input: PlanInput): Promise<PlanRow> {
  await requireSound(ctx, input)
  return insertPlan(ctx, input)
}

async function insertPlan(ctx: Ctx, input: PlanInput): Promise<PlanRow> {
  const day = todayOf(ctx)
  const { rows } = await sql<{ id: string }>`
    with counter as (
      insert into inspection_plan_counter (day, last) values (${day}, 1)
      on conflict (tenant_id, day) do update set last = inspection_plan_counter.last + 1 returning last
    )
    insert into inspection_plan (code, name, department_id, cycle_id, state, created_at, created_by, updated_at)
    select ${codePrefix(day)} || lpad(last::text, greatest(4, length(last::text)), '0'), ${input.name}::text,
      ${input.depId}::bigint, ${input.cycleId}::bigint, 'draft', ${ctx.now}::timestamptz, ${ctx.who.userId}::bigint,
      ${ctx.now}::timestamptz
    from counter returning id`.execute(ctx.db)
  const { id } = one(rows)
  await writeVersion(ctx, id, 1, input)
  return readPlan(ctx, id)
}

export const codePrefix = (day: string): string => `JH${day.replaceAll('-', '')}`

/** The code that the next plan gets, if nobody adds one before. */
export async function nextCode(ctx: Ctx): Promise<{ planCode: string }> {
  const day = todayOf(ctx)
  const { rows } = await sql<{ next: number }>`
    select coalesce((select last from inspection_plan_counter where day = ${day}), 0) + 1 as next`.execute(
    ctx.db,
  )
  return { planCode: `${codePrefix(day)}${String(one(rows).next).padStart(4, '0')}` }
}

/** Edits what does not count yet; a plan in effect gets a further version. */
export async function updatePlan(
  ctx: Ctx,
  { id, version, ...input }: Input<Calls['update']>,
): Promise<PlanRow> {
  const plan = await lockPlan(ctx, { id, version })
  const pending = plan.state === 'effective' ? plan.nextState : plan.state
  if (pending === 'audit')
    throw new DomainError('plan.in_audit', `计划“${plan.name}”正在审核，请先撤回再修改`)
  await requireSound(ctx, input)
  const isFurther = plan.state === 'effective'
  const no = isFurther && plan.nextState === null ? plan.newest + 1 : plan.newest
  if (isFurther) await requireLater(ctx, id, input.fromDay)
  await writeVersion(ctx, id, no, input)
  await sql`
    update inspection_plan set version = version + 1, updated_at = ${ctx.now},
      name = case when ${isFurther} then name else ${input.name} end,
      department_id = case when ${isFurther} then department_id else ${input.depId}::bigint end,
      cycle_id = case when ${isFurther} then cycle_id else ${input.cycleId}::bigint end,
      state = case when ${isFurther} then state else 'draft' end,
      next_state = case when ${isFurther} then 'draft' end
    where id = ${id}`.execute(ctx.db)
  return readPlan(ctx, id)
}

/** A change counts from a day to come, and after the day from which the version before counts. */
async function requireLater(ctx: Ctx, id: string, fromDay: string): Promise<void> {
  const { rows } = await sql<{ began: string }>`
    select coalesce(max(v.from_day)::text, '') as began from inspection_plan_version v
    where v.plan_id = ${id} and v.state = 'effective'`.execute(ctx.db)
  const { began } = one(rows)
  if (fromDay < todayOf(ctx))
    throw new DomainError('plan.from', '开始日期（fromDay）：变更不能从过去的日期起')
  if (fromDay <= began)
    throw new DomainError('plan.from', `开始日期（fromDay）：应晚于现行版本的开始日期 ${began}`)
}

/** Removes a plan that was never in effect, or the version that was to follow the one in effect. */
export async function removePlan(ctx: Ctx, seen: Input<Calls['remove']>): Promise<null> {
  const plan = await lockPlan(ctx, seen)
  const pending = plan.state === 'effective' ? plan.nextState : plan.state
  if (pending === 'audit')
    throw new DomainError('plan.in_audit', `计划“${plan.name}”正在审核，请先撤回再删除`)
  if (pending === null)
    throw new DomainError('plan.in_effect', `计划“${plan.name}”已经生效，不能删除，可以停用`)
  await sql`
    delete from inspection_plan_version where plan_id = ${plan.id} and no = ${plan.newest}`.execute(ctx.db)
  if (plan.state === 'effective')
    await sql`
      update inspection_plan set next_state = null, version = version + 1, updated_at = ${ctx.now}
      where id = ${plan.id}`.execute(ctx.db)
  else await ctx.db.deleteFrom('inspection_plan').where('id', '=', plan.id).execute()
  return null
}

/** A draft that says the same as the newest version of a plan, from today on. */
export async function copyPlan(ctx: Ctx, { id }: { id: string }): Promise<PlanRow> {
  await readPlan(ctx, id)
  const { rows } = await sql<Omit<PlanInput, 'legs'> & { legs: PlanInput['legs'] }>`
    select left(v.name, 47) || '-副本' as name, v.department_id as "depId", v.cycle_id as "cycleId",
      ${todayOf(ctx)} as "fromDay", null::text as "untilDay", v.holidays, v.lead_days as "leadDays", v.abnormal,
      v.item_ids::text[] as "itemIds", v.remark, coalesce((
        select jsonb_agg(jsonb_build_object('psId', l.station_id::text, 'spaceIds', l.space_ids::text[],
          'deviceIds', l.device_ids::text[], 'personId', l.person_id::text, 'hours', l.hours) order by l.no)
        from inspection_plan_leg l
        where l.tenant_id = v.tenant_id and l.plan_id = v.plan_id and l.version_no = v.no), '[]') as legs
    from inspection_plan_version v where v.plan_id = ${id} order by v.no desc limit 1`.execute(ctx.db)
  return insertPlan(ctx, one(rows))
}
