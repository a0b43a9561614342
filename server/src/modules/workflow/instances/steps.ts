import { isDeepStrictEqual } from 'node:util'
import { own } from '@heliodesk/contract/own.ts'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { DomainError, notFound, type Failure, type Job, type JobTools } from '../../../kernel/context.ts'
import { enqueue } from '../../../kernel/queue.ts'
import { visibleStations } from '../../../kernel/scope.ts'
import { present } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'
import { compiledById, compiledFrom, currentOf, type Known } from '../definitions.ts'
import type { Process, Variables } from '../engine/process.ts'
import { Run } from '../engine/run.ts'
import { staff, type Person } from '../engine/signing.ts'
import { WorkflowError, type Demand } from '../engine/state.ts'
import { businessOf, type Reached, type StepCtx } from './business.ts'
import type { Actor } from './delegates.ts'
import { dueTimesOf } from './due-times.ts'
import { giveUp } from './incidents.ts'
import { atWork, personIn, signersOf } from './people.ts'
import {
  businessStateOf,
  draftOf,
  instanceOf,
  loadInstance,
  rowsOfStart,
  rowsOfStep,
  saveStep,
  type Instance,
  type Saved,
  type Subject,
} from './store.ts'

/** How many processes may call each other. */
const DEEPEST = 10

export type Starting = Subject & { key: string; starter: string; variables: Variables }

/** Starts the version of a process that is in use, for a business row in the caller's transaction; returns its id. */
export async function startProcess(ctx: StepCtx, starting: Starting): Promise<string> {
  const { key, starter, variables, ...subject } = starting
  const known = await currentOf(ctx.db, key)
  const begun = draftOf(known.id, subject, { starter, variables, parent: null })
  await move(ctx, begun, known, starter, (run) => run.start())
  return begun.id
}

/** A step that was taken in memory. Its rows are written by the caller's own statement; then it is carried on. */
export type Planned = Reached & {
  /** Parts of a `with`; of a first step with the instance as `begun`, else its rows alone. */
  rows: RawBuilder<unknown>
  /** Once they are written: timers, called processes, those who wait. `id` is that of a new instance. */
  carryOn: (id?: string) => Promise<void>
}

/** The first step of an instance for a row that the caller's own statement writes, as the part `subject` of its `with`. */
export async function planStart(
  ctx: StepCtx,
  known: Known,
  starting: Pick<Starting, 'businessType' | 'starter' | 'variables'>,
  subject: RawBuilder<unknown>,
): Promise<Planned> {
  const { businessType, starter, variables } = starting
  const unknown = { businessId: '', title: '', depCode: '', psaId: null }
  const begun = draftOf(known.id, { businessType, ...unknown }, { starter, variables, parent: null })
  const step = await plan(ctx, begun, known, starter, (run) => run.start())
  return {
    ...reachedBy(step),
    rows: rowsOfStart(savedOf(ctx, step), subject),
    carryOn: async (id) => {
      begun.id = present(id)
      await carryOn(ctx, step, 0)
    },
  }
}

/** One step of the running instance of a row that the caller has locked, and whose rules it has applied. */
export async function planStep(
  ctx: StepCtx,
  { businessType, businessId }: Pick<Subject, 'businessType' | 'businessId'>,
  actor: string,
  step: (run: Run) => void,
): Promise<Planned> {
  const instance = await instanceOf(ctx.db, businessType, businessId)
  const known = await compiledFrom(ctx.db, { id: instance.definitionId, sha256: instance.sha256 })
  const taken = await plan(ctx, instance, known, actor, step)
  return {
    ...reachedBy(taken),
    rows: rowsOfStep(savedOf(ctx, taken)),
    carryOn: () => carryOn(ctx, taken, 0),
  }
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

/**
 * One step of somebody who keeps the processes, in an instance within their data. The caller has checked the right. The
 * step may give the instance another version, of which it is run then.
 */
export async function administer(
  ctx: StepCtx & { who: Actor },
  instanceId: string,
  step: (run: Run, instance: Instance) => void | Promise<void>,
  version?: Known,
): Promise<void> {
  await ctx.db
    .selectFrom('process_instance as i')
    .select('i.id')
    .where('i.id', '=', instanceId)
    .where(visibleStations(ctx.who, 'i'))
    .executeTakeFirstOrThrow(notFound)
  await lockRow(ctx, instanceId)
  const instance = await loadInstance(ctx.db, instanceId)
  if (instance.state.status !== 'running') throw new DomainError('workflow.ended', '流程已结束')
  const earlier = await compiledById(ctx.db, instance.definitionId)
  const known = version ?? earlier
  const before = businessStateOf(instance, earlier.process)
  await move(ctx, instance, known, ctx.who.userId, (run) => step(run, instance))
  const { hasOwnCalls, title } = businessOf(instance.businessType)
  if (hasOwnCalls && businessStateOf(instance, known.process) !== before)
    throw new DomainError('workflow.own_calls', `${title}的状态只能在${title}中改变`)
}

/** Moves a locked instance, and those that wait for it or that it calls. `actor` is null where nobody acts. */
async function move(
  ctx: StepCtx,
  instance: Instance,
  known: Known,
  actor: string | null,
  step: (run: Run) => void | Promise<void>,
  depth = 0,
): Promise<void> {
  if (depth > DEEPEST) throw new DomainError('workflow.deep', `流程互相调用超过 ${DEEPEST} 层`)
  const taken = await plan(ctx, instance, known, actor, step)
  await saveStep(ctx.db, savedOf(ctx, taken))
  await carryOn(ctx, taken, depth)
}

/** A step that was taken in memory, with the keys of the processes that it calls. */
type Taken = { instance: Instance; run: Run; actor: string | null; called: { token: number; key: string }[] }

const reachedBy = ({ instance, run }: Taken): Reached => ({
  status: instance.state.status,
  businessState: businessStateOf(instance, run.process),
})

const savedOf = ({ now }: StepCtx, { instance, run, actor }: Taken): Saved => ({
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

async function plan(
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
  return { instance, run, actor, called }
}

/** What follows from a step that is saved. */
async function carryOn(ctx: StepCtx, { instance, run, actor, called }: Taken, depth: number): Promise<void> {
  const { process } = run
  await enqueueJobs(ctx.db, instance, run)
  await endOrphans(ctx, instance, process, actor)
  for (const { token, key } of called) {
    const known = await currentOf(ctx.db, key)
    const { starter, variables } = instance.state
    const parent = { id: instance.id, token }
    const child = draftOf(known.id, instance, { starter, variables, parent })
    await move(ctx, child, known, actor, (started) => started.start(), depth + 1)
  }
  if (instance.parent === null) await tellBusiness(ctx, instance, process)
  else if (instance.state.status === 'completed' || instance.state.status === 'refused')
    await tellParent(ctx, instance, instance.parent, actor, depth)
}

/** Adds the timers and services that a step has begun and not ended again. */
async function enqueueJobs(db: Db, { id, state }: Instance, run: Run): Promise<void> {
  for (const { token, round, node, dueAt } of run.timers)
    if (state.tokens.get(token)?.round === round)
      await enqueue(db, timer, { instanceId: id, token, round, node }, { dueAt })
  for (const each of run.changed) {
    const node = run.nodeOf(each.node)
    if (each.doing === 'away' && node.kind === 'service' && run.sent.has(each.id))
      await enqueue(db, service, { instanceId: id, token: each.id, round: each.round, node: node.id })
  }
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
    const named = businessOf(instance.businessType).signersOf?.(node.businessState, run.state.variables)
    // Who completed it before, unless they have left the company since.
    const again = previous !== null && !node.countersign ? await atWork(ctx.db, [previous]) : []
    const signers = named ?? again.map((assignee) => ({ assignee, candidates: [] }))
    staff(run, token, signers.length > 0 ? signers : await signersOf(ctx.db, run, node))
  } else if (node.kind === 'service') {
    if (node.isAsync) run.away(token)
    else run.served(token, await serve(ctx, instance, node, run.state.variables))
  } else if (node.kind === 'call') {
    run.away(token)
    called.push({ token, key: node.calls })
  }
}

async function serve(
  ctx: StepCtx,
  { businessType, businessId }: Instance,
  { id, name, handler }: { id: string; name: string; handler: string },
  variables: Variables,
): Promise<Variables> {
  const run = businessOf(businessType).services?.get(handler)
  if (!run) throw new DomainError('workflow.service', `“${name || id}”要执行的服务不存在`)
  return run(ctx, businessId, variables)
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

async function tellBusiness(ctx: StepCtx, instance: Instance, process: Process): Promise<void> {
  const { id, businessType, businessId, state } = instance
  await businessOf(businessType).moved?.(ctx, {
    instanceId: id,
    businessId,
    status: state.status,
    businessState: businessStateOf(instance, process),
    variables: state.variables,
  })
}

/** A called process has ended: what it found out is the caller's, which goes on. */
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
  const found = changedIn(child)
  const isRefused = child.state.status === 'refused'
  await move(ctx, parent, known, actor, (run) => run.served(token, found, isRefused), depth + 1)
}

/** The variables that a called process has set: what it was given may have changed in its caller since. */
const changedIn = ({ given, state }: Instance): Variables =>
  Object.fromEntries(
    Object.entries(state.variables).filter(
      ([name, value]) => given === null || !isDeepStrictEqual(value, own(given, name)),
    ),
  )

const subjectOf = (db: Db, instanceId: string) =>
  db
    .selectFrom('process_instance')
    .select(['business_type as businessType', 'business_id as businessId'])
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow(notFound)

const payload = z.object({ instanceId: z.string(), token: z.int(), round: z.int(), node: z.string() })

/** A visit of a node, by which a job knows whether it is still wanted. */
type Visit = z.output<typeof payload>

const failedAs =
  (kind: 'timer' | 'service') =>
  async (db: Db, job: { payload: Visit }, failure: Failure, { clock }: JobTools): Promise<void> => {
    if (failure.isFinal) await giveUp({ db, now: clock.now() }, kind, job.payload, failure)
  }

/** Locks the row of an instance, where its calls do, before the instance is locked. */
async function lockRow(ctx: StepCtx, instanceId: string): Promise<void> {
  const { businessType, businessId } = await subjectOf(ctx.db, instanceId)
  await businessOf(businessType).lock?.(ctx, businessId)
}

/** A timer that is due. It has no effect if its step has been left since. */
export const timer: Job<Visit> = {
  kind: 'process timer',
  payload,
  atOnce: () => 2,
  changes: ['process'],
  cutOff: '计时到期后多次未能继续，请查看流程',
  isFinal: (error) => error instanceof DomainError,
  failed: failedAs('timer'),
  async run({ payload: { instanceId, token, round, node }, finish }, { clock }) {
    await finish(async (db) => {
      const ctx = { db, now: clock.now() }
      await lockRow(ctx, instanceId)
      const instance = await loadInstance(db, instanceId)
      const known = await compiledById(db, instance.definitionId)
      await move(ctx, instance, known, null, (run) => run.timer(token, round, node))
    })
  },
}

/** A service that is a job of its own: what it writes is committed together with the step that follows it. */
export const service: Job<Visit> = {
  kind: 'process service',
  payload,
  atOnce: () => 2,
  mostAttempts: 5,
  changes: ['process'],
  cutOff: '服务多次在执行中被中断，请查看流程',
  failed: failedAs('service'),
  async run({ payload: { instanceId, token, round }, finish }, { clock }) {
    await finish(async (db) => {
      const ctx = { db, now: clock.now() }
      await lockRow(ctx, instanceId)
      const instance = await loadInstance(db, instanceId)
      const known = await compiledById(db, instance.definitionId)
      const at = instance.state.tokens.get(token)
      if (at?.round !== round || at.doing !== 'away') return
      await move(ctx, instance, known, null, async (run) => {
        const node = run.nodeOf(at.node)
        if (node.kind === 'service') run.served(token, await serve(ctx, instance, node, run.state.variables))
      })
    })
  },
}
