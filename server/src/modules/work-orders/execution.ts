import type { Input } from '@heliodesk/contract/call.ts'
import {
  inShort,
  missingForSubmit,
  otherStatuses,
  workHoursOf,
} from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { missingOfSheet } from './appearance.ts'
import { stepsWithPhotos } from './photos.ts'
import { requireClosedOutages } from './open-outages.ts'
import { lockFor, requirePath, writeChange, type OnPath } from './lifecycle.ts'

type ExecuteInput = Input<(typeof workOrderCalls)['execute']>
type Steps = ExecuteInput['stepList']
type Prerequisites = ExecuteInput['prerequisiteList']

/** Saves a draft of the work, or submits it for acceptance if nothing mandatory is missing. */
export const executeWorkOrder: OnPath<ExecuteInput> = async (ctx, input, reformType) => {
  const action = input.submit ? 'submit' : 'save'
  const order = await lockFor(ctx, action, input)
  requirePath(order, reformType)
  const document = await mergeDocument(ctx, order.id, input)
  const facts = {
    taskType: order.taskType,
    purchasesWay: order.purchases_way,
    needWorkHours: order.need_work_hours ? 1 : 0,
  }
  const missing = input.submit
    ? [
        ...(await missingOfSheet(ctx, order)),
        ...missingForSubmit(facts, {
          ...document,
          workHoursList: input.workHoursList,
          photoList: await stepsWithPhotos(ctx, order.id),
        }),
      ]
    : []
  if (missing.length > 0)
    throw new DomainError(
      'order.incomplete',
      `还不能提交，${inShort(missing)}：${missing.map(({ text }) => text).join('；')}`,
    )
  if (input.submit) await requireClosedOutages(ctx, order.id)
  await writeDocument(ctx, order.id, document)
  await writeHours(ctx, order.id, input.workHoursList)
  return writeChange(ctx, order, action, {
    set: {
      execution_note: sql`${input.executionNote}`,
      ...(input.submit ? { other_sts: sql`${otherStatuses.submitted}`, submit_time: sql`${ctx.now}` } : {}),
    },
  })
}

/** Merges the values that people fill in; the steps' requirements stay those of the order's own template. */
async function mergeDocument(ctx: Ctx, orderId: string, input: ExecuteInput) {
  const stored = await ctx.db
    .selectFrom('work_order_execution')
    .select(['prerequisites', 'steps'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  const steps = (stored?.steps ?? []) as Steps
  const prerequisites = (stored?.prerequisites ?? []) as Prerequisites
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
  }
}

const haveSameNames = (stored: { name: string }[], sent: { name: string }[]) =>
  stored.length === sent.length && stored.every((each, at) => each.name === sent[at]?.name)

async function writeDocument(
  ctx: Ctx,
  orderId: string,
  document: { prerequisiteList: Prerequisites; stepList: Steps },
) {
  const prerequisites = JSON.stringify(document.prerequisiteList)
  const steps = JSON.stringify(document.stepList)
  await ctx.db
    .insertInto('work_order_execution')
    .values({ order_id: orderId, prerequisites, steps })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'order_id']).doUpdateSet({ prerequisites, steps, updated_at: ctx.now }),
    )
    .execute()
}

async function writeHours(ctx: Ctx, orderId: string, hours: ExecuteInput['workHoursList']) {
  const zone = ctx.who.timeZone
  const rows = hours.map((each, at) => {
    const start = fromWireTime(each.actualStartTime, zone)
    const end = fromWireTime(each.actualEndTime, zone)
    if (end <= start) throw new DomainError('order.hours', `第 ${at + 1} 条工时的结束时间应晚于开始时间`)
    return {
      order_id: orderId,
      executor_name: each.executorName,
      actual_start_time: start,
      actual_end_time: end,
      people_num: each.peopleNum,
      work_hours: workHoursOf(start.getTime(), end.getTime(), each.peopleNum),
      remark: each.remark,
    }
  })
  await ctx.db.deleteFrom('work_order_hours').where('order_id', '=', orderId).execute()
  if (rows.length > 0) await ctx.db.insertInto('work_order_hours').values(rows).execute()
}
