import type { Failure } from '../../../kernel/context.ts'
import { compiledById } from '../definitions.ts'
import type { Process } from '../engine/process.ts'
import type { Event } from '../engine/state.ts'
import type { StepCtx } from './business.ts'
import { saveStep } from './rows.ts'
import { businessStateOf, loadInstance, type Instance } from './store.ts'

type Visit = { instanceId: string; token: number; round: number; node: string }

/** Notes something that moves nothing. */
const noteEvent = (ctx: StepCtx, instance: Instance, process: Process, event: Event): Promise<void> =>
  saveStep(ctx.db, {
    state: instance.state,
    changed: new Set(),
    removed: new Set(),
    tasks: new Map(),
    events: [event],
    instance,
    actor: event.actor ?? null,
    now: ctx.now,
    businessState: businessStateOf(instance, process),
  })

/** A timer or service will not be tried again: the instance shows why, until somebody finds a way out. */
export async function giveUp(
  ctx: StepCtx,
  kind: 'timer' | 'service',
  { instanceId, token, round, node }: Visit,
  { reason, attempts }: Failure,
): Promise<void> {
  const instance = await loadInstance(ctx.db, instanceId)
  if (instance.state.tokens.get(token)?.round !== round) return
  const { process } = await compiledById(ctx.db, instance.definitionId)
  const to = process.nodes.get(node)?.name || node
  await noteEvent(ctx, instance, process, { kind: 'fail', token, node, to, opinion: reason })
  const open = { round, kind, reason, attempts, at: ctx.now }
  await ctx.db
    .insertInto('process_incident')
    .values({ instance_id: instanceId, token, node, ...open })
    .onConflict((same) => same.columns(['tenant_id', 'instance_id', 'token', 'node']).doUpdateSet(open))
    .execute()
}
