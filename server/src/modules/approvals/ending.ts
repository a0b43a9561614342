import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import {
  act,
  compiledById,
  isUntouched,
  peekInstance,
  requireAllowedNow,
  returnTargets,
  Run,
} from '../workflow/index.ts'

/** Where a step may be returned to, and whether nobody but the starter has acted yet; read without a step. */
export async function returnTargetsOf(
  { db, now, who }: Ctx,
  instanceId: string,
  step: { token: number; node: string } | null,
) {
  const { state, definitionId } = await peekInstance(db, instanceId)
  const { process } = await compiledById(db, definitionId)
  const run = new Run(process, state, { actor: who.userId, dueIn: () => now })
  return { targets: step ? returnTargets(run, step) : [], isUntouched: await isUntouched(db, instanceId) }
}

async function endAs(
  ctx: Ctx,
  instanceId: string,
  status: 'voided' | 'withdrawn',
  opinion: string,
  refusal: (run: Run) => Promise<string | null>,
): Promise<void> {
  await act(ctx, instanceId, async (run) => {
    const refused = await refusal(run)
    if (refused !== null) throw new DomainError('workflow.not_allowed', refused)
    run.end(status, opinion)
  })
}

/** 撤回: the starter takes it back while nobody else has acted. */
export const withdraw = (ctx: Ctx, instanceId: string): Promise<void> =>
  endAs(ctx, instanceId, 'withdrawn', '', async (run) => {
    const { state } = run
    if (state.starter !== ctx.who.userId) return '只有发起人可以撤回'
    requireAllowedNow(run, 'withdraw')
    return (await isUntouched(ctx.db, instanceId)) ? null : '已有人办理，不能撤回'
  })

/** 作废: by its starter, unless an open step forbids it, or by those who keep the processes. */
export const end = (ctx: Ctx, instanceId: string, opinion: string): Promise<void> =>
  endAs(ctx, instanceId, 'voided', opinion, async (run) => {
    const { isKeeper } = await ctx.db
      .selectNoFrom(mayDo(ctx.who.userId, 'workflow:manage').as('isKeeper'))
      .executeTakeFirstOrThrow(notFound)
    if (isKeeper) return null
    if (run.state.starter !== ctx.who.userId) return '只有发起人或流程管理员可以作废'
    requireAllowedNow(run, 'void')
    return null
  })
