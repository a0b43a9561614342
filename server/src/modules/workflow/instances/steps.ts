import { z } from 'zod'
import { DomainError, type Job } from '../../../kernel/context.ts'
import { enqueue } from '../../../kernel/queue.ts'
import { compiledById, currentOf, type Known } from '../definitions.ts'
import type { Delay, Process, Variables } from '../engine/process.ts'
import { Run } from '../engine/run.ts'
import { staff, type Person } from '../engine/signing.ts'
import { WorkflowError, type Demand } from '../engine/state.ts'
import { businessOf, type StepCtx } from './business.ts'
import type { Actor } from './delegates.ts'
import { personIn, signersOf } from './people.ts'
import { addInstance, loadInstance, saveStep, type Instance, type Subject } from './store.ts'

/** How many processes may call each other. */
const DEEPEST = 10

export type Starting = Subject & { key: string; starter: string; variables: Variables }

/** Starts the version of a process that is in use, for a business row in the caller's transaction; returns its id. */
export async function startProcess(ctx: StepCtx, starting: Starting): Promise<string> {
  const { key, starter, variables, ...subject } = starting
  const known = await currentOf(ctx.db, key)
  const begun = await addInstance(ctx.db, known.id, subject, {
    starter,
    variables,
    parent: null,
    now: ctx.now,
  })
  await move(ctx, begun, known, starter, (run) => run.start())
  return begun.id
}

/** One step of a person: everything that it changes is written, or nothing. */
export async function act(
  ctx: StepCtx & { who: Actor },
  instanceId: string,
  step: (run: Run, person: Person) => void | Promise<void>,
): Promise<void> {
  const person = await personIn(ctx.db, ctx.who, instanceId, ctx.now)
  const instance = await loadInstance(ctx.db, instanceId)
  await move(ctx, instance, await compiledById(ctx.db, instance.definitionId), person.id, (run) =>
    step(run, person),
  )
}

/** Moves a locked instance, and those that wait for it or that it calls. `actor` is null where nobody acts. */
async function move(
  ctx: StepCtx,
  instance: Instance,
  { process }: Known,
  actor: string | null,
  step: (run: Run) => void | Promise<void>,
  depth = 0,
): Promise<void> {
  if (depth > DEEPEST) throw new DomainError('workflow.deep', `流程互相调用超过 ${DEEPEST} 层`)
  const run = new Run(process, instance.state, {
    // The engine names the actor of a step in its events; nobody's id is empty.
    actor: actor ?? '',
    dueIn: (delay) => dueAt(ctx.now, delay),
  })
  const called: { token: number; key: string }[] = []
  try {
    await step(run)
    for (let demand = run.demands.shift(); demand; demand = run.demands.shift())
      await meet(ctx, instance, run, demand, called)
  } catch (error) {
    if (error instanceof WorkflowError) throw new DomainError(`workflow.${error.code}`, error.message)
    throw error
  }
  await saveStep(ctx.db, instance, run, actor, ctx.now)
  for (const { token, round, node, dueAt: due } of run.timers)
    if (instance.state.tokens.get(token)?.round === round)
      await enqueue(
        ctx.db,
        timer,
        { instanceId: instance.id, token, round, node },
        {
          key: `process ${instance.id}`,
          dueAt: due,
        },
      )
  await endOrphans(ctx, instance, process, actor)
  for (const { token, key } of called) {
    const known = await currentOf(ctx.db, key)
    const { starter, variables } = instance.state
    const parent = { id: instance.id, token }
    const child = await addInstance(ctx.db, known.id, instance, { starter, variables, parent, now: ctx.now })
    await move(ctx, child, known, actor, (started) => started.start(), depth + 1)
  }
  if (instance.parent === null) await tellBusiness(ctx, instance, process)
  else if (instance.state.status === 'completed')
    await tellParent(ctx, instance, instance.parent, actor, depth)
}

/** Finds the people of a step, runs a service, or notes which process is to be called. */
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
  if (node.kind === 'user') {
    const again = previous !== null && !node.countersign ? [{ assignee: previous, candidates: [] }] : null
    staff(run, token, again ?? (await signersOf(ctx.db, run, node)))
  } else if (node.kind === 'service') {
    const service = businessOf(instance.businessType).services?.get(node.handler)
    if (!service) throw new DomainError('workflow.service', `“${node.name || node.id}”要执行的服务不存在`)
    run.served(token, await service(ctx, instance.businessId, run.state.variables))
  } else if (node.kind === 'call') {
    run.away(token)
    called.push({ token, key: node.calls })
  }
}

/** Ends the called processes for which no token waits any more. */
async function endOrphans(
  ctx: StepCtx,
  { id, state }: Instance,
  process: Process,
  actor: string | null,
): Promise<void> {
  if (![...process.nodes.values()].some(({ kind }) => kind === 'call')) return
  const children = await ctx.db
    .selectFrom('process_instance')
    .select(['id', 'definition_id', 'parent_token'])
    .where('parent_id', '=', id)
    .where('status', '=', 'running')
    .execute()
  for (const { id: childId, definition_id, parent_token } of children) {
    if (state.tokens.get(parent_token ?? 0)?.doing === 'away') continue
    const child = await loadInstance(ctx.db, childId)
    await move(ctx, child, await compiledById(ctx.db, definition_id), actor, (run) => run.end('voided', ''))
  }
}

/** The states that open steps give the business row; of several, the one first in the definition. */
function businessStateOf({ state }: Instance, process: Process): string | null {
  const open = new Set([...state.tokens.values()].map(({ node }) => node))
  for (const node of process.nodes.values())
    if (open.has(node.id) && node.kind === 'user' && node.businessState !== null) return node.businessState
  return null
}

async function tellBusiness(ctx: StepCtx, instance: Instance, process: Process): Promise<void> {
  const { id, businessType, businessId, state } = instance
  await businessOf(businessType).moved(ctx, {
    instanceId: id,
    businessId,
    status: state.status,
    businessState: businessStateOf(instance, process),
    variables: state.variables,
  })
}

/** A called process has ended: its variables are the caller's, which goes on. */
async function tellParent(
  ctx: StepCtx,
  child: Instance,
  { id, token }: { id: string; token: number },
  actor: string | null,
  depth: number,
): Promise<void> {
  const parent = await loadInstance(ctx.db, id)
  if (parent.state.tokens.get(token)?.doing !== 'away') return
  const known = await compiledById(ctx.db, parent.definitionId)
  await move(ctx, parent, known, actor, (run) => run.served(token, child.state.variables), depth + 1)
}

const DAY_MS = 86_400_000

/** When a delay from now ends. Working days are Monday to Friday. */
function dueAt(now: Date, delay: Delay): Date {
  if ('ms' in delay) return new Date(now.getTime() + delay.ms)
  const due = new Date(now)
  for (let left = delay.workingDays; left > 0;) {
    due.setTime(due.getTime() + DAY_MS)
    if (due.getUTCDay() % 6 !== 0) left -= 1
  }
  return due
}

const payload = z.object({ instanceId: z.string(), token: z.int(), round: z.int(), node: z.string() })

/** A timer that is due. It has no effect if its step has been left since. */
export const timer: Job<z.output<typeof payload>> = {
  kind: 'process timer',
  payload,
  atOnce: () => 2,
  changes: ['process'],
  cutOff: '计时到期后多次未能继续，请查看流程',
  isFinal: (error) => error instanceof DomainError,
  async run({ payload: { instanceId, token, round, node }, finish }, { clock }) {
    await finish(async (db) => {
      const ctx = { db, now: clock.now() }
      const instance = await loadInstance(db, instanceId)
      const known = await compiledById(db, instance.definitionId)
      await move(ctx, instance, known, null, (run) => run.timer(token, round, node))
    })
  },
}
