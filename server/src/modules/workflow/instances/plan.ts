import { sql } from 'kysely'
import { DomainError } from '../../../kernel/context.ts'
import type { Known } from '../definitions.ts'
import { copyTo } from '../engine/copying.ts'
import type { Variables } from '../engine/process.ts'
import { Run } from '../engine/run.ts'
import { staff } from '../engine/signing.ts'
import { WorkflowError, type Demand } from '../engine/state.ts'
import { businessOf, type Reached, type StepCtx } from './business.ts'
import { copiedOf } from './copies.ts'
import { dueTimesOf } from './due-times.ts'
import { atWork, receiversOf, signersOf } from './people.ts'
import type { Saved } from './rows.ts'
import { businessStateOf, type Instance } from './store.ts'

/** A step that was taken in memory, with the keys of the processes that it calls. */
export type Taken = {
  instance: Instance
  run: Run
  actor: string | null
  /** Null before the first step. */
  before: Reached | null
  called: { token: number; key: string }[]
}

export const reachedBy = ({ instance, run }: Pick<Taken, 'instance' | 'run'>): Reached => ({
  status: instance.state.status,
  businessState: businessStateOf(instance, run.process),
})

export const savedOf = ({ now }: StepCtx, { instance, run, actor }: Taken): Saved => ({
  state: run.state,
  changed: run.changed,
  removed: run.removed,
  tasks: run.tasks,
  events: run.events,
  instance,
  actor,
  now,
  businessState: businessStateOf(instance, run.process),
})

/** Takes a step in memory, with everything that it asks for. */
export async function plan(
  ctx: StepCtx,
  instance: Instance,
  { process }: Known,
  actor: string | null,
  step: (run: Run) => void | Promise<void>,
): Promise<Taken> {
  const run = new Run(process, instance.state, {
    // The engine names the actor of a step in its events; nobody's id is empty.
    actor: actor ?? '',
    dueIn: await dueTimesOf(ctx, process),
    starterBarred: businessOf(instance.businessType).starterBarred,
  })
  const before = instance.lastEvent === 0 ? null : reachedBy({ instance, run })
  const called: { token: number; key: string }[] = []
  try {
    await step(run)
    for (let demand = run.demands.shift(); demand; demand = run.demands.shift())
      await meet(ctx, instance, run, demand, called)
  } catch (error) {
    if (error instanceof WorkflowError) throw new DomainError(`workflow.${error.code}`, error.message)
    throw error
  }
  return { instance, run, actor, before, called }
}

/** Finds the people of a step or copy, runs a service, or notes which process is to be called. */
async function meet(
  ctx: StepCtx,
  instance: Instance,
  run: Run,
  { token, node: nodeId, previous }: Demand,
  called: { token: number; key: string }[],
): Promise<void> {
  const at = run.state.tokens.get(token)
  // A later move of the same step may have ended it.
  if (at?.doing !== 'demanding' || at.node !== nodeId) return
  const node = run.nodeOf(nodeId)
  const place = sql`(select ${instance.depCode}::text as dep_code, ${instance.psaId}::bigint as psa_id)`
  if (node.kind === 'user') {
    const named = businessOf(instance.businessType).signersOf?.(node.businessState, run.state.variables)
    // Who completed it before, unless they have left the company since.
    const again = previous !== null && !node.countersign ? await atWork(ctx.db, [previous]) : []
    const signers = named ?? again.map((assignee) => ({ assignee, candidates: [] }))
    staff(run, token, signers.length > 0 ? signers : await signersOf(ctx.db, run, node, place))
  } else if (node.kind === 'copy') {
    const found = await receiversOf(ctx.db, run, node, { place, starter: run.state.starter })
    const had = instance.id === '' ? new Set<string>() : await copiedOf(ctx.db, instance.id)
    copyTo(
      run,
      token,
      found.map(({ id }) => id),
      had,
    )
  } else if (node.kind === 'service') {
    if (node.isAsync) run.away(token)
    else run.served(token, await serve(ctx, instance, node, run.state.variables))
  } else if (node.kind === 'call') {
    run.away(token)
    called.push({ token, key: node.calls })
  }
}

/** Runs a service where a process has come to it; answers variables to set. */
export async function serve(
  ctx: StepCtx,
  { businessType, businessId }: Instance,
  { id, name, handler }: { id: string; name: string; handler: string },
  variables: Variables,
): Promise<Variables> {
  const run = businessOf(businessType).services?.get(handler)
  if (!run) throw new DomainError('workflow.service', `“${name || id}”要执行的服务不存在`)
  return run(ctx, businessId, variables)
}
