import type { Input } from '@heliodesk/contract/call.ts'
import { inShort, missingForSubmit, otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { one, present } from '../../platform/certain.ts'
import { beginSheet, missingOfSheet } from './appearance.ts'
import { hoursOf, replaceHours, type Hours } from './hours.ts'
import { requireArrived } from './awaited-photos.ts'
import { missingOfOthers, tellSubmitted } from './other-sheets.ts'
import { stepsWithPhotos } from './photos.ts'
import { requireClosedOutages } from './open-outages.ts'
import { lockFor, requirePath, writeChange, type LockedOrder, type OnPath } from './lifecycle.ts'
import type { Phone } from './events.ts'
import type { OrderRow } from './rows.ts'

type ExecuteInput = Input<(typeof workOrderCalls)['execute']>

/** What people fill in while they work on an order. */
export type Work = {
  prerequisiteList: ExecuteInput['prerequisiteList']
  stepList: ExecuteInput['stepList']
  executionNote: string
}

export const startWorkOrder: Handler<(typeof workOrderCalls)['start']> = async (ctx, seen) =>
  beginWork(ctx, await lockFor(ctx, 'start', seen))

/** Begins the work on an order that is locked for it. */
export async function beginWork(ctx: Ctx, order: LockedOrder, phone?: Phone): Promise<OrderRow> {
  await beginSheet(ctx, order)
  // Nobody begins before the order is theirs.
  const at = phone ? Math.max(phone.doneAt.getTime(), order.real_start_time?.getTime() ?? 0) : ctx.now
  return writeChange(ctx, order, 'start', {
    set: { other_sts: sql`${otherStatuses.inExecution}`, work_start_time: sql`${new Date(at)}` },
    phone,
  })
}

/** Saves a draft of the work, or submits it for acceptance if nothing mandatory is missing. */
export const executeWorkOrder: OnPath<ExecuteInput> = async (ctx, input, reformType) => {
  const action = input.submit ? 'submit' : 'save'
  const order = await lockFor(ctx, action, input)
  requirePath(order, reformType)
  const before = await readWork(ctx, order.id)
  return keepWork(ctx, order, action, { before, work: merged(before, input), hours: input.workHoursList })
}

type Keeping = {
  /** The work as it is recorded. */
  before: Work
  work: Work
  /** Instead of those that are recorded. */
  hours?: readonly Hours[]
  note?: string
  phone?: Phone
}

/** Keeps the work of a locked order; what is submitted must be complete. */
export async function keepWork(
  ctx: Ctx,
  order: LockedOrder,
  action: 'save' | 'submit',
  { before, work, hours, note = '', phone }: Keeping,
): Promise<OrderRow> {
  if (action === 'submit') await requireComplete(ctx, order, work, hours)
  await writeDocument(ctx, order.id, work)
  if (hours) await replaceHours(ctx, order.id, hours)
  if (action === 'submit') await tellSubmitted(ctx, order)
  return writeChange(ctx, order, action, {
    set: {
      execution_note: sql`${work.executionNote}`,
      ...(action === 'submit'
        ? { other_sts: sql`${otherStatuses.submitted}`, submit_time: sql`${ctx.now}` }
        : {}),
    },
    note,
    parts: changedParts(before, work),
    phone,
  })
}

async function requireComplete(ctx: Ctx, order: LockedOrder, work: Work, hours?: readonly Hours[]) {
  await requireArrived(ctx, order.id)
  const facts = {
    taskType: order.taskType,
    purchasesWay: order.purchases_way,
    needWorkHours: order.need_work_hours ? 1 : 0,
  }
  const missing = [
    ...(await missingOfSheet(ctx, order)),
    ...(await missingOfOthers(ctx, order)),
    ...missingForSubmit(facts, {
      ...work,
      workHoursList: [...(hours ?? (await hoursOf(ctx, order.id)))],
      photoList: await stepsWithPhotos(ctx, order.id),
    }),
  ]
  if (missing.length > 0)
    throw new DomainError(
      'order.incomplete',
      `还不能提交，${inShort(missing)}：${missing.map(({ text }) => text).join('；')}`,
    )
  await requireClosedOutages(ctx, order.id)
}

/** The work as it is recorded. */
export async function readWork({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<Work> {
  const { rows } = await sql<Work>`
    select coalesce(e.prerequisites, '[]') as "prerequisiteList", coalesce(e.steps, '[]') as "stepList",
      coalesce(o.execution_note, '') as "executionNote"
    from work_order o left join work_order_execution e on e.tenant_id = o.tenant_id and e.order_id = o.id
    where o.id = ${orderId}`.execute(db)
  return one(rows)
}

/** Merges the values that people fill in; the steps' requirements stay those of the order's own template. */
function merged({ stepList: steps, prerequisiteList: prerequisites }: Work, input: ExecuteInput): Work {
  if (!haveSameNames(steps, input.stepList) || !haveSameNames(prerequisites, input.prerequisiteList)) {
    throw new DomainError('order.document', '作业步骤或先决条件与工单不一致，请刷新后重试')
  }
  return {
    prerequisiteList: prerequisites.map((each, at) => ({
      ...each,
      met: present(input.prerequisiteList[at]).met,
    })),
    stepList: steps.map((step, at) => {
      const { done, doneAt, value, note } = present(input.stepList[at])
      return { ...step, done, doneAt: done ? doneAt : null, value, note }
    }),
    executionNote: input.executionNote,
  }
}

/** What a person fills in of a step. */
type StepValues = Pick<Work['stepList'][number], 'done' | 'value' | 'note'>
export const isSameStep = (step: StepValues, other: StepValues): boolean =>
  step.done === other.done && step.value === other.value && step.note === other.note

function changedParts(stored: Work, work: Work): number[] {
  const steps = work.stepList.flatMap((step, at) =>
    isSameStep(step, present(stored.stepList[at])) ? [] : [at + 1],
  )
  return stored.executionNote === work.executionNote ? steps : [0, ...steps]
}

const haveSameNames = (stored: { name: string }[], sent: { name: string }[]) =>
  stored.length === sent.length && stored.every((each, at) => each.name === sent[at]?.name)

export async function writeDocument(
  ctx: Ctx,
  orderId: string,
  { prerequisiteList, stepList }: Pick<Work, 'prerequisiteList' | 'stepList'>,
): Promise<void> {
  const prerequisites = JSON.stringify(prerequisiteList)
  const steps = JSON.stringify(stepList)
  await ctx.db
    .insertInto('work_order_execution')
    .values({ order_id: orderId, prerequisites, steps })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'order_id']).doUpdateSet({ prerequisites, steps, updated_at: ctx.now }),
    )
    .execute()
}
