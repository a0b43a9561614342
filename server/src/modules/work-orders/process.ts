import { orderActions, type OrderAction } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'
import { requireProcess, type TypeVersion } from '../task-types/index.ts'
import {
  complete,
  planStart,
  planStep,
  staffAnew,
  type Planned,
  type Reached,
  type Run,
} from '../workflow/index.ts'
import { executorsAsSigner } from './signer.ts'

export const ORDER = 'workOrder'

/** The order is locked before whatever decides about it. */
export async function lockOrder({ db }: Pick<Ctx, 'db'>, id: string): Promise<void> {
  await db.selectFrom('work_order').select('id').where('id', '=', id).forUpdate().execute()
}

/** The processes of orders that come with the product; nothing that orders could not follow is deployed under these keys. */
export const shippedProcesses = ['work_order', 'defect_order', 'cleaning_order', 'reform_order'] as const

/** The state that an order has by its process. */
export const orderStateBy = ({ status, businessState }: Reached): number =>
  status === 'running' ? Number(businessState) : status === 'completed' ? 4 : 5

function requireState(reached: Reached, state: number): void {
  if (orderStateBy(reached) === state) return
  throw new DomainError('order.process', '工单流程与工单状态不符，请联系管理员检查流程设计')
}

/** What lists of processes call an order named `o`. */
export const orderTitle = sql`left(o.work_code || ' ' || o.task_description, 200)`

/** The first step of an order that the part `o` of the caller's statement adds. */
export async function planCreation(ctx: Ctx, { id, definition }: TypeVersion): Promise<Planned> {
  const known = await requireProcess(ctx.db, definition.process)
  const variables = { taskType: id, executors: [] }
  const starting = { businessType: ORDER, starter: ctx.who.userId, variables }
  const step = await planStart(
    ctx,
    known,
    starting,
    sql`(select o.id, ${orderTitle} as title, o.dep_code, o.psa_id from o) subject`,
  )
  requireState(step, 1)
  return step
}

type Given = { note: string; executors?: readonly string[] | undefined }

/** The step of a locked order's process that an action is; null for one that is none. */
export async function planAction(
  ctx: Ctx,
  order: { id: string },
  action: OrderAction,
  given: Given,
): Promise<Planned | null> {
  const take = steps[action]
  if (!take) return null
  const step = await planStep(ctx, { businessType: ORDER, businessId: order.id }, ctx.who.userId, (run) =>
    take(run, { ...given, action, userId: ctx.who.userId }),
  )
  requireState(step, orderActions[action].to)
  return step
}

type Taking = Given & { action: OrderAction; userId: string }

const openTask = (run: Run) => one([...run.state.tasks.values()])

const deciding =
  (outcome: 'approve' | 'reject') =>
  (run: Run, { action, userId, note, executors }: Taking): void => {
    // Whoever takes the action has been found to hold its permissions.
    const person = { id: userId, roles: [], rights: orderActions[action].perms }
    complete(run, openTask(run).id, person, {
      outcome,
      opinion: note,
      ...(executors && { variables: { executors } }),
    })
  }

/** Starting and saving the work are no steps of a process: the order stays with whom it is. */
const steps: Partial<Record<OrderAction, (run: Run, taking: Taking) => void>> = {
  assign: deciding('approve'),
  claim: deciding('approve'),
  submit: deciding('approve'),
  pass: deciding('approve'),
  reject: deciding('reject'),
  reassign(run, { userId, note, executors = [] }) {
    run.setVariables({ executors })
    staffAnew(run, openTask(run).token, [executorsAsSigner(executors)], { actor: userId, opinion: note })
  },
  terminate: (run, { note }) => run.end('voided', note),
}
