import { DomainError, type Ctx } from '../../kernel/context.ts'
import { act, complete, giveBack } from '../workflow/index.ts'

type Decision = { taskId: number; outcome: 'approve' | 'reject'; opinion: string }

/** Signs the caller's own step of an instance; who says no says why. */
export async function decide(
  ctx: Ctx,
  instanceId: string,
  { taskId, outcome, opinion }: Decision,
): Promise<void> {
  if (outcome === 'reject' && opinion === '') throw new DomainError('workflow.opinion', '不同意时请填写意见')
  await act(ctx, instanceId, (run, person) => complete(run, taskId, person, { outcome, opinion }))
}

type Returning = { taskId: number; node: string | undefined; opinion: string }

/** Returns the caller's own step of an instance: to this earlier step, or the one before. */
export const returnStep = (
  ctx: Ctx,
  instanceId: string,
  { taskId, node, opinion }: Returning,
): Promise<void> =>
  act(ctx, instanceId, (run, person) => giveBack(run, taskId, person, node ?? null, opinion))
