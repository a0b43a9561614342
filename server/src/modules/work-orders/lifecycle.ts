import type { Input } from '@heliodesk/contract/call.ts'
import { usualExtension } from '@heliodesk/contract/extension-rules.ts'
import {
  orderActions,
  otherStatuses,
  OWN_WORK,
  refusalOf,
  reformTypes,
  stateAfter,
  type FlowStatus,
  type OrderAction,
} from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import { entryOf, one } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { hasFilledSheet, openReworks, passSheet } from './appearance.ts'
import { workDocument } from '../task-types/index.ts'
import { ticketRefusal } from '../tickets/index.ts'
import { keepAsAccepted } from './accepted.ts'
import { isOverdue } from './conditions.ts'
import { eventOf, type Phone } from './events.ts'
import { endExtension, extensionLimits } from './extensions.ts'
import { isWrittenBy } from './other-sheets.ts'
import { requireExecutors } from './people.ts'
import { requireChosen } from './disputes.ts'
import { planAction } from './process.ts'
import { rowColumns, rowJoins, toRow, type OrderRecord, type OrderRow } from './rows.ts'

export type LockedOrder = Awaited<ReturnType<typeof readVisible>>

type Seen = { id: string; version: number }

/** What the rules read of an order that this person sees. */
export const readVisible = (ctx: Pick<Ctx, 'db' | 'who' | 'now'>, id: string, lock = false) =>
  ctx.db
    .selectFrom('work_order as o')
    .innerJoin('task_type_version as followed', (join) =>
      onKey('followed.type_id', 'o.task_type')(join).onRef('followed.version', '=', 'o.type_version'),
    )
    .select([
      'o.id',
      'o.version',
      'o.station_id',
      'o.real_start_time',
      'o.created_at',
      'o.submit_time',
      'o.imp_commit_time',
      'o.defect_level',
      'o.need_work_hours',
      'o.purchases_way',
      'o.type_version',
    ])
    .select(['o.other_sts as otherSts', 'o.task_type as taskType', 'o.need_ticket as needTicket'])
    .select(['o.liable_user_id as liableUserId', 'o.liable_person as liablePerson'])
    .select(['o.plan_start_time as planStartTime', 'o.plan_end_time as planEndTime'])
    .select(['o.extension_asker_id as extensionAskerId', 'o.extension_count as extensionCount'])
    .select(sql<number | null>`case when ${isOverdue(ctx.now)} then 1 end`.as('overHours'))
    .select(['o.assist_user_ids as assistUserIds', 'o.reporter_id as reporterId'])
    .select(sql<FlowStatus>`o.flow_sts`.as('flowSts'))
    .select('followed.scored')
    .where('o.id', '=', id)
    .where(visibleOrders(ctx.who, 'o'))
    .$if(lock, (query) => query.forUpdate('o'))
    .executeTakeFirstOrThrow(notFound)

/**
 * Why a person may not take this action on this order as it stands, whatever their permissions and data scope; null if
 * they may. Every action is refused by it, and questions about one are answered by it.
 */
export async function refusalFor(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  action: OrderAction,
  order: LockedOrder,
  userId: string,
): Promise<DomainError | null> {
  const limits = action === 'extend' ? await extensionLimits(db) : usualExtension
  const facts = { ...order, assistUserIds: order.assistUserIds.map(String) }
  const refusal = refusalOf(action, facts, userId, limits)
  if (refusal) return new DomainError(`order.${action}_refused`, refusal)
  const locked = await ticketRefusal({ db, now }, action, order)
  if (locked) return locked
  if (action !== 'pass' && action !== 'reject') return null
  // A person who worked on the order before it was reassigned may not accept it either.
  const own = db
    .selectFrom('work_order_event')
    .where('order_id', '=', order.id)
    .where('actor_id', '=', userId)
    .where('action', 'in', ['start', 'save', 'submit', 'hours'])
  const isOwn =
    (await hasRow(own)) ||
    (await hasFilledSheet({ db }, order, userId)) ||
    (await isWrittenBy({ db }, order, userId))
  return isOwn ? new DomainError('order.own_work', OWN_WORK) : null
}

/**
 * Locks an order for one action: the caller's version must be current, and the state table must allow the action to
 * this person. A person who lost the race for an order is told who has it instead of a version conflict.
 */
export async function lockFor(ctx: Ctx, action: OrderAction, { id, version }: Seen): Promise<LockedOrder> {
  await requireRights(ctx, orderActions[action].perms.slice(1))
  const order = await readVisible(ctx, id, true)
  const taken = action === 'claim' && order.flowSts !== 1
  if (!taken) requireVersion(order, version, stale('order', '工单'))
  const refusal = await refusalFor(ctx, action, order, ctx.who.userId)
  if (refusal) throw refusal
  return order
}

/** Who executes an order, the responsible person first. */
export const executorsOf = ({
  liableUserId,
  assistUserIds,
}: Pick<LockedOrder, 'liableUserId' | 'assistUserIds'>): string[] => [
  ...(liableUserId === null ? [] : [liableUserId]),
  ...assistUserIds.map(String),
]

/** A change that a reform type's own path makes as well; `reformType` is null on the path of the other orders. */
export type OnPath<I> = (ctx: Ctx, input: I, reformType: string | null) => Promise<OrderRow>

/** Orders of the reform types, and no others, use their own path (spec 2 §7). */
export function requirePath(order: LockedOrder, reformType: string | null): void {
  const own = (reformTypes as readonly number[]).includes(order.taskType) ? String(order.taskType) : null
  if (own === reformType) return
  throw new DomainError(
    'order.path',
    own ? `该类型工单请使用 /ops/order/${own}/… 接口办理` : '该工单不是整改类型，不能使用此接口',
  )
}

export type Change = {
  set: Record<string, RawBuilder<unknown>>
  note?: string
  /** Copies the prerequisites and steps of the order's type into it. */
  withTemplate?: boolean
  /** Who executes it from here on, the responsible person first. */
  executors?: readonly string[]
  /** The steps whose values it changes, from 1; 0 is the note. */
  parts?: readonly number[]
  phone?: Phone | undefined
}

/** After these, nobody waits for a later end of the order any more: it is done, ended, or planned anew. */
const settling: ReadonlySet<OrderAction> = new Set(['submit', 'reassign', 'terminate'])

/**
 * Writes one change of an order: the row with its next version, its history, the step of its process and, if requested,
 * its work document, in one statement; returns the row as lists show it.
 */
export async function writeChange(
  ctx: Ctx,
  order: LockedOrder,
  action: OrderAction,
  { set, note = '', withTemplate = false, executors, parts, phone }: Change,
): Promise<OrderRow> {
  if (settling.has(action) && order.extensionAskerId !== null)
    await endExtension(ctx, order, `工单已${orderActions[action].title}`)
  const step = await planAction(ctx, order, action, { note, executors })
  const to = stateAfter(action, order.flowSts)
  const assignments = Object.entries({
    ...set,
    flow_sts: sql`${to}`,
    version: sql`version + 1`,
    updated_at: sql`${ctx.now}`,
  }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const document = sql`, document as (
    insert into work_order_execution (order_id, prerequisites, steps)
      select ${order.id}, t.prerequisites, t.steps from ${workDocument(order.taskType, order.type_version)} t
    on conflict (tenant_id, order_id) do nothing)`
  const { rows } = await sql<OrderRecord>`
    with o as (
      update work_order set ${sql.join(assignments)} where id = ${order.id} returning *
    ), event as (
      ${eventOf(ctx, order, action, { to, note, parts, phone, former: action === 'reassign' ? executorsOf(order) : null })}
    )${withTemplate ? document : sql``}${step ? sql`, ${step.rows}` : sql``}
    select ${rowColumns} from o ${rowJoins}`.execute(ctx.db)
  await step?.carryOn()
  return toRow(one(rows), ctx.now, ctx.who.timeZone)
}

type AssignInput = Input<(typeof workOrderCalls)['assign']>

export const assignWorkOrder: OnPath<AssignInput> = async (ctx, input, reformType) => {
  const order = await lockFor(ctx, 'assign', input)
  requirePath(order, reformType)
  const assistants = input.assistUserIds.filter((each) => each !== input.liableUserId)
  const people = await requireExecutors(ctx, order.station_id, [input.liableUserId, ...assistants])
  const liable = entryOf(people, input.liableUserId)
  const names = [liable, ...assistants.map((each) => entryOf(people, each))].join('、')
  return writeChange(ctx, order, 'assign', {
    set: {
      other_sts: sql`${otherStatuses.notStarted}`,
      liable_user_id: sql`${input.liableUserId}`,
      liable_person: sql`${liable}`,
      assist_user_ids: sql`${assistants}::bigint[]`,
      plan_start_time: sql`${fromWireTime(input.planStartTime, ctx.who.timeZone)}`,
      plan_end_time: sql`${fromWireTime(input.planEndTime, ctx.who.timeZone)}`,
      real_start_time: sql`${ctx.now}`,
    },
    note: input.note === '' ? `→ ${names}` : `→ ${names}：${input.note}`,
    withTemplate: true,
    executors: [input.liableUserId, ...assistants],
  })
}

export async function claimWorkOrder(ctx: Ctx, seen: Seen): Promise<OrderRow> {
  const order = await lockFor(ctx, 'claim', seen)
  return writeChange(ctx, order, 'claim', {
    set: {
      other_sts: sql`${otherStatuses.notStarted}`,
      liable_user_id: sql`${ctx.who.userId}`,
      liable_person: sql`${ctx.who.realname}`,
      real_start_time: sql`${ctx.now}`,
    },
    withTemplate: true,
    executors: [ctx.who.userId],
  })
}

type CheckInput = Input<(typeof workOrderCalls)['check']>

export const checkWorkOrder: OnPath<CheckInput> = async (ctx, input, reformType) => {
  const action = input.pass ? 'pass' : 'reject'
  const order = await lockFor(ctx, action, input)
  requirePath(order, reformType)
  if (!input.pass) {
    await openReworks(ctx, order)
    return writeChange(ctx, order, 'reject', {
      set: { other_sts: sql`${otherStatuses.returned}` },
      note: input.auditOpinion,
    })
  }
  await requireChosen(ctx, order.id)
  const { scored } = order
  const score = (await passSheet(ctx, order, input.score)) ?? input.score
  if (scored && score === undefined) throw new DomainError('order.score', '该类型工单验收时须填写评分')
  const accepted = await writeChange(ctx, order, 'pass', {
    set: {
      other_sts: sql`${otherStatuses.accepted}`,
      checker_id: sql`${ctx.who.userId}`,
      flow_end_time: sql`${ctx.now}`,
      score: sql`${scored ? score : null}`,
      suggestion: sql`${scored && input.suggestion !== '' ? input.suggestion : null}`,
    },
    note: input.auditOpinion,
  })
  await keepAsAccepted(ctx, order)
  return accepted
}

export async function terminateWorkOrder(ctx: Ctx, input: Seen & { reason: string }): Promise<OrderRow> {
  const order = await lockFor(ctx, 'terminate', input)
  return writeChange(ctx, order, 'terminate', {
    set: { terminate_reason: sql`${input.reason}`, flow_end_time: sql`${ctx.now}` },
    note: input.reason,
  })
}
