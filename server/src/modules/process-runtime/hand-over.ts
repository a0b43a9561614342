import { DomainError, type Ctx } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { administer, businessOf, peekInstance, reassign, requireColleague } from '../workflow/index.ts'

type HandingOver = { instanceId: string; taskId: number; fromId: string; toId: string; note: string }

/**
 * Gives the open step of one person to another, by the rules of a reassignment. Nobody decides about what they started,
 * and nobody signs a step twice; false if the step is not theirs any more.
 */
export async function handOverStep(
  ctx: Ctx,
  { instanceId, taskId, fromId, toId, note }: HandingOver,
): Promise<boolean> {
  await requireRights(ctx, ['workflow:manage'])
  const { businessType, businessId, state: before } = await peekInstance(ctx.db, instanceId)
  if (before.status !== 'running' || !before.tasks.has(taskId)) return false
  const { hasOwnCalls, title, lock } = businessOf(businessType)
  if (hasOwnCalls) throw new DomainError('workflow.own_calls', `请在${title}中改派`)
  await lock?.(ctx, businessId)
  await requireColleague(ctx.db, instanceId, toId)
  let isTheirs = false
  await administer(ctx, instanceId, (run) => {
    const task = run.state.tasks.get(taskId)
    isTheirs =
      task !== undefined &&
      (task.assignee === fromId ||
        (task.assignee === null &&
          task.candidates.length > 0 &&
          task.candidates.every(({ kind, ref }) => kind === 'user' && ref === fromId)))
    if (!task || !isTheirs) return
    if (run.state.starter === toId)
      throw new DomainError('workflow.own_process', '接收人是该流程的发起人，不能审批自己发起的流程')
    const isBeside = [...run.state.tasks.values()].some(
      (each) => each.token === task.token && each.id !== taskId && each.assignee === toId,
    )
    if (isBeside) throw new DomainError('workflow.twice', '接收人已是该环节的会签人，不能一人签两次')
    reassign(run, taskId, toId, { actor: ctx.who.userId, opinion: note })
  })
  return isTheirs
}
