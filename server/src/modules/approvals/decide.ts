import { DomainError, type Ctx } from '../../kernel/context.ts'
import { act, complete, giveBack } from '../workflow/index.ts'
import { attach } from './attachments.ts'

type Decision = { taskId: number; outcome: 'approve' | 'reject'; opinion: string; files?: string[] }

/** Signs the caller's own step of an instance; who says no says why. */
export async function decide(
  ctx: Ctx,
  instanceId: string,
  { taskId, outcome, opinion, files = [] }: Decision,
): Promise<void> {
  if (outcome === 'reject' && opinion === '') throw new DomainError('workflow.opinion', '不同意时请填写意见')
  await act(ctx, instanceId, (run, person) => complete(run, taskId, person, { outcome, opinion }))
  if (files.length === 0) return
  const { seq } = await ctx.db
    .selectFrom('process_event')
    .select('seq')
    .where('instance_id', '=', instanceId)
    .where('task_id', '=', taskId)
    .where('kind', '=', 'complete')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await attach(ctx, instanceId, seq, files)
}

type Returning = { taskId: number; node: string | undefined; opinion: string }

/** Returns the caller's own step of an instance: to this earlier step, or the one before. */
export const returnStep = (
  ctx: Ctx,
  instanceId: string,
  { taskId, node, opinion }: Returning,
): Promise<void> =>
  act(ctx, instanceId, (run, person) => giveBack(run, taskId, person, node ?? null, opinion))
