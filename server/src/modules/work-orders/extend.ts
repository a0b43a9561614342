import { latestExtension } from '@heliodesk/contract/extension-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler, type Who } from '../../kernel/context.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'
import { decide, openStepsOf } from '../approvals/index.ts'
import { startProcess } from '../workflow/index.ts'
import { EXTENSION, extensionLimits } from './extensions.ts'
import { lockFor, type LockedOrder } from './lifecycle.ts'
import { readRow } from './rows.ts'

type Calls = typeof workOrderCalls

/** Asks for a later planned end, about which a process decides. */
export const askExtension: Handler<Calls['extension']> = async (ctx, input) => {
  const order = await lockFor(ctx, 'extend', input)
  const end = fromWireTime(input.planEndTime, ctx.who.timeZone)
  await requireFit(ctx, order, end)
  await addRequest(ctx, { id: order.id, before: present(order.planEndTime), end, reason: input.reason })
  return readRow(ctx, order.id)
}

type Asking = Pick<Ctx, 'db' | 'now'> & { who: Pick<Who, 'realname' | 'timeZone' | 'userId'> }

const minuteOf = ({ who }: Asking, time: Date) => toWireTime(time, who.timeZone).slice(0, 16)

/** A later end is after the present one, still to come, and not beyond what the company allows (domain.md §3). */
async function requireFit(ctx: Ctx, order: LockedOrder, end: Date): Promise<void> {
  const before = present(order.planEndTime)
  if (end <= before || end <= ctx.now)
    throw new DomainError(
      'order.extension_end',
      `新的计划结束时间应晚于${end <= before ? `原计划结束时间 ${minuteOf(ctx, before)}` : '现在'}`,
    )
  const limits = await extensionLimits(ctx.db)
  const [from, to] = await firstSpan(ctx, order)
  const latest = new Date(latestExtension(from.getTime(), to.getTime(), limits))
  if (end > latest)
    throw new DomainError(
      'order.extension_end',
      `延期后的总时长不能超过原计划的 ${limits.factor} 倍，最晚为 ${minuteOf(ctx, latest)}`,
    )
}

/** From when until when the order was first to run: a graded one from its entry to the limit of its grade. */
async function firstSpan(ctx: Ctx, order: LockedOrder): Promise<[from: Date, to: Date]> {
  if (order.defect_level && order.imp_commit_time) return [order.created_at, order.imp_commit_time]
  return [order.planStartTime ?? order.real_start_time ?? order.created_at, await firstEnd(ctx, order)]
}

/** The planned end before any extension. */
async function firstEnd({ db }: Ctx, { id, planEndTime }: LockedOrder): Promise<Date> {
  const first = await db
    .selectFrom('work_order_extension')
    .select('old_end')
    .where('order_id', '=', id)
    .where('status', '=', 'completed')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.old_end ?? present(planEndTime)
}

type Added = { workCode: string; depCode: string; psaId: string }

/** Adds a request to a locked order, and lets a process decide about it; returns the id of its instance. */
export async function addRequest(
  ctx: Asking,
  { id, before, end, reason }: { id: string; before: Date; end: Date; reason: string },
): Promise<string> {
  const { now, who } = ctx
  const note = `${minuteOf(ctx, before)} → ${minuteOf(ctx, end)}：${reason}`
  const { rows } = await sql<Added>`
    with o as (
      update work_order set extension_asker_id = ${who.userId}, version = version + 1, updated_at = ${now}
      where id = ${id} returning *
    ), asked as (
      insert into work_order_extension (order_id, asker_id, asked_at, old_end, new_end, reason)
      values (${id}, ${who.userId}, ${now}, ${before}, ${end}, ${reason})
    ), event as (
      insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts, note)
      select o.id, ${now}, ${who.userId}::bigint, ${who.realname}, 'extend', o.flow_sts, o.flow_sts, ${note} from o
    )
    select o.work_code as "workCode", o.dep_code as "depCode", o.psa_id as "psaId" from o`.execute(ctx.db)
  const { workCode, ...place } = one(rows)
  return startProcess(ctx, {
    key: 'order_extension',
    businessType: EXTENSION,
    businessId: id,
    title: `${workCode} 延期至 ${minuteOf(ctx, end)}：${reason}`,
    starter: who.userId,
    variables: {},
    ...place,
  })
}

/** Decides the open request of an order: the caller's own step of its process. */
export const auditExtension: Handler<Calls['extensionAudit']> = async (
  ctx,
  { pass, auditOpinion, ...seen },
) => {
  const order = await lockFor(ctx, 'audit', seen)
  const { instance_id } = await ctx.db
    .selectFrom('work_order_extension')
    .select('instance_id')
    .where('order_id', '=', order.id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow(notFound)
  const instanceId = present(instance_id)
  const steps = await openStepsOf(ctx, instanceId)
  const own = steps.find(({ isMine, isHeld }) => isMine && !isHeld)
  if (!own)
    throw new DomainError(
      'order.not_auditor',
      `延期申请由 ${steps.flatMap(({ people }) => people).join('、') || '他人'} 审批，您不是办理人`,
    )
  const outcome = pass ? 'approve' : 'reject'
  await decide(ctx, instanceId, { taskId: own.taskId, outcome, opinion: auditOpinion })
  return readRow(ctx, order.id)
}
