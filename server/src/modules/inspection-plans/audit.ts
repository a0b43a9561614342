import type { Input, Output } from '@heliodesk/contract/call.ts'
import { OWN_PLAN, type inspectionPlanCalls, type PlanRow } from '@heliodesk/contract/inspection-plans.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { toWireDay, toWireTime } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'
import { decide, listActivities, openStepsOf, withdraw } from '../approvals/index.ts'
import { readCalendar } from '../calendar/index.ts'
import { registerBusiness, startProcess, type Moved, type StepCtx } from '../workflow/index.ts'
import { visiblePlans } from '../inspection-cycles/index.ts'
import { eachApart } from './apart.ts'
import { askToMake } from './job.ts'
import { readPlan } from './rows.ts'
import { lockPlan, type LockedPlan } from './write.ts'

type Calls = typeof inspectionPlanCalls

const PLAN = 'inspectionPlan'

registerBusiness(PLAN, {
  title: '巡检计划',
  starterBarred: OWN_PLAN,
  lock: async ({ db }, id) => {
    await db.selectFrom('inspection_plan').select('id').where('id', '=', id).forUpdate().execute()
  },
  isReadable: (who) => sql`(${mayDo(who.userId, 'plan:list')} and exists (
    select from inspection_plan p where p.tenant_id = i.tenant_id and p.id = i.business_id and ${visiblePlans({ who })}))`,
  isTodo: ({ who }) => sql`i.starter_id is distinct from ${who.userId}::bigint`,
  moved: takeOver,
})

/** What an audit decided is written into the plan, whoever decided it and wherever. */
async function takeOver(ctx: StepCtx, { instanceId, businessId, status }: Moved): Promise<void> {
  if (status === 'completed') return takeEffect(ctx, businessId)
  const state = status === 'running' ? 'audit' : status === 'refused' ? 'returned' : 'draft'
  await sql`
    with v as (
      update inspection_plan_version set state = ${state}, instance_id = ${instanceId}
      where plan_id = ${businessId} and state <> 'effective'
    )
    update inspection_plan set version = version + 1, updated_at = ${ctx.now},
      next_state = case when state = 'effective' then ${state} end,
      state = case when state = 'effective' then state else ${state} end
    where id = ${businessId}`.execute(ctx.db)
}

/** The version counts from its day on, or from today; what counted before ends the day before. */
async function takeEffect({ db, now }: StepCtx, planId: string): Promise<void> {
  const { zone } = await readCalendar(db)
  const today = toWireDay(now, zone)
  await requireTime({ db, now }, planId)
  await sql`
    with v as (
      update inspection_plan_version set state = 'effective', from_day = greatest(from_day, ${today}::date)
      where plan_id = ${planId} and state <> 'effective' returning *
    ), before as (
      update inspection_plan_version b set until_day = v.from_day - 1 from v
      where b.plan_id = v.plan_id and b.state = 'effective' and b.no < v.no
        and coalesce(b.until_day >= v.from_day, true) and b.from_day <= v.from_day
    )
    update inspection_plan p set version = p.version + 1, updated_at = ${now}, state = 'effective', next_state = null,
      name = v.name, department_id = v.department_id, cycle_id = v.cycle_id, make_on = ${today}::date
    from v where p.id = v.plan_id`.execute(db)
  await askToMake(db)
}

/** A plan that would have ended before it begins is not put into effect. */
async function requireTime({ db, now }: StepCtx, planId: string): Promise<void> {
  const { zone } = await readCalendar(db)
  const { rows } = await sql<{ name: string; isOver: boolean }>`
    select name, coalesce(until_day < ${toWireDay(now, zone)}::date, false) as "isOver" from inspection_plan_version
    where plan_id = ${planId} and state <> 'effective'`.execute(db)
  const { name, isOver } = one(rows)
  if (isOver) throw new DomainError('plan.over', `计划“${name}”的结束日期已过，请退回修改`)
}

/** What is missing before a plan can be audited. */
async function requireComplete({ db }: Ctx, { id, newest, name }: LockedPlan): Promise<void> {
  const { rows } = await sql<{ legs: number; items: number }>`
    select cardinality(v.item_ids) as items, (
      select count(*)::int from inspection_plan_leg l where l.plan_id = v.plan_id and l.version_no = v.no) as legs
    from inspection_plan_version v where v.plan_id = ${id} and v.no = ${newest}`.execute(db)
  const { legs, items } = one(rows)
  const missing = [legs === 0 && '路线', items === 0 && '巡检项目'].filter((each) => each !== false)
  if (missing.length > 0)
    throw new DomainError('plan.incomplete', `计划“${name}”还缺${missing.join('和')}，不能提交审核`)
}

const pendingOf = ({ state, nextState }: LockedPlan) => (state === 'effective' ? nextState : state)

export async function submitPlan(ctx: Ctx, seen: Input<Calls['submit']>): Promise<PlanRow> {
  const plan = await lockPlan(ctx, seen)
  const pending = pendingOf(plan)
  if (pending === 'audit') throw new DomainError('plan.in_audit', `计划“${plan.name}”已经在审核`)
  if (pending === null) throw new DomainError('plan.unchanged', `计划“${plan.name}”没有要提交的修改`)
  await requireComplete(ctx, plan)
  const { rows } = await sql<{ depCode: string; name: string }>`
    with v as (
      update inspection_plan_version set submitted_by = ${ctx.who.userId}, submitted_at = ${ctx.now}
      where plan_id = ${plan.id} and no = ${plan.newest} returning *
    ), p as (
      update inspection_plan set submitted_at = ${ctx.now} where id = ${plan.id}
    )
    select d.org_code as "depCode", v.name from v
    join department d on d.tenant_id = v.tenant_id and d.id = v.department_id`.execute(ctx.db)
  const { depCode, name } = one(rows)
  await startProcess(ctx, {
    key: 'inspection_plan',
    businessType: PLAN,
    businessId: plan.id,
    title: `${plan.code} ${name}${plan.newest > 1 ? ` v${plan.newest}` : ''}`,
    starter: ctx.who.userId,
    variables: {},
    depCode,
    psaId: null,
  })
  return readPlan(ctx, plan.id)
}

type Waiting = { instanceId: string; submitterId: string }

/** The audit under way of a locked plan. */
async function waitingOf({ db }: Ctx, plan: LockedPlan): Promise<Waiting> {
  if (pendingOf(plan) !== 'audit')
    throw new DomainError('plan.not_in_audit', `计划“${plan.name}”不在待审核状态`)
  const { instance_id, submitted_by } = await db
    .selectFrom('inspection_plan_version')
    .select(['instance_id', 'submitted_by'])
    .where('plan_id', '=', plan.id)
    .where('state', '=', 'audit')
    .executeTakeFirstOrThrow()
  return { instanceId: present(instance_id), submitterId: present(submitted_by) }
}

export async function withdrawPlan(ctx: Ctx, seen: Input<Calls['withdraw']>): Promise<PlanRow> {
  const plan = await lockPlan(ctx, seen)
  const { instanceId, submitterId } = await waitingOf(ctx, plan)
  if (submitterId !== ctx.who.userId) throw new DomainError('plan.withdraw', '只有提交人可以撤回')
  await withdraw(ctx, instanceId)
  return readPlan(ctx, plan.id)
}

export function auditPlans(
  ctx: Ctx,
  { plans, pass, auditOpinion }: Input<Calls['batchAudit']>,
): Promise<Output<Calls['batchAudit']>> {
  return eachApart(ctx, plans, async (seen) => {
    const plan = await lockPlan(ctx, seen)
    const { instanceId, submitterId } = await waitingOf(ctx, plan)
    if (submitterId === ctx.who.userId) throw new DomainError('plan.own', OWN_PLAN)
    const steps = await openStepsOf(ctx, instanceId)
    const own = steps.find(({ isMine, isHeld }) => isMine && !isHeld)
    if (!own) {
      const people = steps.flatMap(({ people: each }) => each).join('、')
      throw new DomainError('plan.not_auditor', `计划由 ${people || '他人'} 审核，您不是办理人`)
    }
    if (pass) await requireTime(ctx, plan.id)
    const outcome = pass ? 'approve' : 'reject'
    return () => decide(ctx, instanceId, { taskId: own.taskId, outcome, opinion: auditOpinion })
  })
}

const eventTitles = { stop: '停用', restart: '启用' } as const

/** The histories of all audits of a plan, and when it was stopped and went on; the latest first. */
export async function auditRecord(ctx: Ctx, { id }: { id: string }): Promise<Output<Calls['auditRecord']>> {
  await readPlan(ctx, id)
  const { rows: instances } = await sql<{ id: string }>`
    select i.id from process_instance i
    where i.business_type = ${PLAN} and i.business_id = ${id} and i.parent_id is null order by i.id desc`.execute(
    ctx.db,
  )
  const lines: Output<Calls['auditRecord']> = []
  for (const instance of instances)
    for (const { color, content, timestamp, message } of await listActivities(ctx, instance.id))
      lines.push({ color, content, timestamp, message })
  const { rows: events } = await sql<{
    action: keyof typeof eventTitles
    at: Date
    day: string
    actor: string
    reason: string
  }>`
    select action, at, day::text, actor_name as actor, reason from inspection_plan_event
    where plan_id = ${id} order by id desc`.execute(ctx.db)
  for (const { action, at, day, actor, reason } of events)
    lines.push({
      color: action === 'stop' ? 'red' : 'limegreen',
      content: `${eventTitles[action]}（自 ${day} 起） · ${actor}`,
      timestamp: toWireTime(at, ctx.who.timeZone),
      message: reason,
    })
  // What is still open has no end, and stays on top.
  return lines.toSorted(
    (a, b) => Number(b.color === '') - Number(a.color === '') || (a.timestamp < b.timestamp ? 1 : -1),
  )
}
