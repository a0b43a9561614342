import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'
import { lockFor, readVisible, writeChange, type LockedOrder } from './lifecycle.ts'
import { conflictsOf, holdForPlan, type Plan, type PlanConflict } from './plan-conflicts.ts'

type Calls = typeof workOrderCalls

/** Moves the planned time; the work, its people and its state stay. */
export const rescheduleWorkOrder: Handler<Calls['reschedule']> = async (ctx, input) => {
  const order = await lockFor(ctx, 'reschedule', input)
  const plan = planOf(ctx, input)
  if (+plan.start === Number(order.planStartTime) && +plan.end === Number(order.planEndTime))
    throw new DomainError('order.same_plan', '计划时间没有变化')
  await holdForPlan(ctx, order)
  const conflicts = await conflictsOf(ctx, order, plan)
  refuse(conflicts, input.confirmed)
  return writeChange(ctx, order, 'reschedule', {
    set: { plan_start_time: sql`${plan.start}`, plan_end_time: sql`${plan.end}` },
    note: noteOf(ctx, order, plan, conflicts, input.note),
  })
}

export const tellConflicts: Handler<Calls['planConflicts']> = async (ctx, { id, ...input }) => ({
  conflicts: await conflictsOf(ctx, await readVisible(ctx, id), planOf(ctx, input)),
})

type Times = { planStartTime: string; planEndTime: string }

const planOf = ({ who }: Ctx, { planStartTime, planEndTime }: Times): Plan => ({
  start: fromWireTime(planStartTime, who.timeZone),
  end: fromWireTime(planEndTime, who.timeZone),
})

const texts = (conflicts: readonly PlanConflict[]) => conflicts.map(({ text }) => text).join('；')

function refuse(conflicts: readonly PlanConflict[], confirmed: boolean): void {
  const rules = conflicts.filter(({ refuses }) => refuses)
  if (rules.length > 0) throw new DomainError('order.plan_refused', texts(rules))
  if (conflicts.length > 0 && !confirmed)
    throw new DomainError('order.plan_conflict', `${texts(conflicts)}。确认后可以改期`)
}

/** Both plans, what was confirmed, and what the person says about it. */
function noteOf(
  { who }: Ctx,
  order: LockedOrder,
  plan: Plan,
  conflicts: readonly PlanConflict[],
  said: string,
) {
  const minute = (at: Date) => toWireTime(at, who.timeZone).slice(0, 16)
  const { planStartTime: start, planEndTime: end } = order
  const before = start && end ? `${minute(start)} 至 ${minute(end)}` : '无计划'
  const confirmed = conflicts.length > 0 ? `（已确认：${texts(conflicts)}）` : ''
  const moved = `${before} → ${minute(plan.start)} 至 ${minute(plan.end)}${confirmed}`
  return said === '' ? moved : `${moved}：${said}`
}
