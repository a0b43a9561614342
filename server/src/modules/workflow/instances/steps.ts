import type { RawBuilder } from 'kysely'
import { DomainError, notFound } from '../../../kernel/context.ts'
import { noteAudit } from '../../../kernel/audit.ts'
import { visiblePlaces } from '../../../kernel/scope.ts'
import { present } from '../../../platform/certain.ts'
import { keepPlans } from '../../../platform/postgres.ts'
import { compiledFrom, currentOf, type Known } from '../definitions.ts'
import type { Variables } from '../engine/process.ts'
import type { Run } from '../engine/run.ts'
import type { Person } from '../engine/signing.ts'
import { businessOf, type Reached, type StepCtx } from './business.ts'
import type { Actor } from './delegates.ts'
import { carryOn, lockRow, move } from './moving.ts'
import { personIn } from './people.ts'
import { plan, reachedBy, savedOf } from './plan.ts'
import { rowsOfStart, rowsOfStep } from './rows.ts'
import {
  businessStateOf,
  draftOf,
  fileOf,
  instanceOf,
  loadInstance,
  type Instance,
  type Subject,
} from './store.ts'

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
  const known = await compiledFrom(ctx.db, fileOf(instance))
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
  await keepPlans(ctx.db)
  const { person, businessType, businessId } = await personIn(ctx.db, ctx.who, instanceId, ctx.now)
  await businessOf(businessType).lock?.(ctx, businessId)
  const instance = await loadInstance(ctx.db, instanceId)
  const taken: Run[] = []
  await move(ctx, instance, await compiledFrom(ctx.db, fileOf(instance)), person.id, (run) => {
    taken.push(run)
    return step(run, person)
  })
  for (const run of taken) await noteBehalf(ctx, instance, run)
}

/** The audit log names only who acts; of a step for an absent person it has an entry that names both. */
async function noteBehalf({ db }: StepCtx, { id, title }: Instance, run: Run): Promise<void> {
  for (const { actor, behalf, node } of run.events)
    if (behalf !== undefined)
      await noteAudit(db, {
        kind: 'edit',
        object: 'process_instance',
        record: id,
        name: title,
        changes: { actor_id: actor, behalf_id: behalf, ...(node && { step: run.nodeOf(node).name }) },
      })
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
    .where(visiblePlaces(ctx.who, 'i'))
    .executeTakeFirstOrThrow(notFound)
  await lockRow(ctx, instanceId)
  const instance = await loadInstance(ctx.db, instanceId)
  if (instance.state.status !== 'running') throw new DomainError('workflow.ended', '流程已结束')
  const earlier = await compiledFrom(ctx.db, fileOf(instance))
  const known = version ?? earlier
  const before = businessStateOf(instance, earlier.process)
  await move(ctx, instance, known, ctx.who.userId, (run) => step(run, instance))
  const { hasOwnCalls, title } = businessOf(instance.businessType)
  if (hasOwnCalls && businessStateOf(instance, known.process) !== before)
    throw new DomainError('workflow.own_calls', `${title}的状态只能在${title}中改变`)
}
