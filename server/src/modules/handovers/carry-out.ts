import { workGroups } from '@heliodesk/contract/handovers.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import type { Entity } from '@heliodesk/contract/entities.ts'
import { z } from 'zod'
import { calling } from '../../kernel/audit.ts'
import { announcing } from '../../kernel/changes.ts'
import {
  DomainError,
  type Attempt,
  type Ctx,
  type Job,
  type JobTools,
  type Who,
} from '../../kernel/context.ts'
import { answerFor } from '../../kernel/errors.ts'
import { hasRow, updateRow } from '../../kernel/one-row.ts'
import { Unwanted } from '../../kernel/queue.ts'
import { inTenant, inTransaction } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { openThings, type OpenThing } from '../open-work/index.ts'
import { endSessions } from '../session/index.ts'
import { keepingAnAdministrator, lockUsers } from '../users/index.ts'
import { handOne } from './acts.ts'
import type { Successors } from './rows.ts'

const PERM = 'user:manage'
const payload = z.object({ handoverId: z.string() })
type Turn = Attempt<z.output<typeof payload>>

const changes: readonly Entity[] = [
  'user',
  'order',
  'process',
  'ticket',
  'inspectionPlan',
  'savedView',
  'webhook',
  'apiToken',
  'session',
]

/** A job has no client: what histories say of one stays empty. */
const noClient = {
  address: '',
  userAgent: '',
  deviceId: null,
  token: null,
  requestId: '',
  openToOthers: false,
}

const ctxOf = ({ env, clock, log }: JobTools, db: Db, who: Who): Ctx => ({
  db,
  who,
  env,
  log,
  now: clock.now(),
  client: noClient,
  file: null,
  cookies: new Map(),
  seen: [],
  enterTenant: () => Promise.reject(new Error('a job has its company')),
})

const readPlan = (db: Db, id: string) =>
  db
    .selectFrom('handover as h')
    .innerJoin('app_user as p', (join) =>
      join.onRef('p.tenant_id', '=', 'h.tenant_id').onRef('p.id', '=', 'h.person_id'),
    )
    .select([
      'h.id',
      'h.person_id as personId',
      'p.realname',
      'p.username',
      'h.reason',
      'h.freezes',
      'h.successors',
    ])
    .select(['h.created_by as createdBy'])
    .where('h.id', '=', id)
    .where('h.state', '=', 'planned')
    .executeTakeFirst()

type Plan = NonNullable<Awaited<ReturnType<typeof readPlan>>>

/** Locks a plan until the transaction ends, so that two processes do not carry it out beside each other. */
async function lockPlan(db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom('handover')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Unwanted()
}

/**
 * Carries a hand-over out. Each thing is handed over in a transaction of its own, with the result that tells of it: an
 * attempt that was interrupted goes on behind the last one.
 */
export const handOver: Job<z.output<typeof payload>> = {
  kind: 'handover',
  payload,
  atOnce: () => 1,
  changes,
  cutOff: '数据库连接多次中断，部分工作没有交接；请重新办理',
  // Whatever else went wrong, such as a row that somebody held for long, may go well the next time.
  isFinal: (error) => error instanceof DomainError,
  async run(turn, tools) {
    const now = tools.clock.now()
    const { handoverId } = turn.payload
    const plan = await inTenant(tools.pool, turn.tenant, (db) => readPlan(db, handoverId))
    if (!plan) throw new Unwanted()
    const open = await inTenant(tools.pool, turn.tenant, (db) =>
      openThings(db, { personId: plan.personId, now }),
    )
    for (const thing of open) {
      tools.signal.throwIfAborted()
      await handOverOne(turn, tools, plan, thing)
    }
    await turn.finish(async (db, actAs) => {
      await lockPlan(db, plan.id)
      const entered = await actAs(plan.createdBy, PERM)
      const ctx = ctxOf(tools, db, requireManager(entered))
      if (plan.freezes) await freeze(ctx, plan)
      await updateRow(db, 'app_user', plan.personId, { need_handover: false })
      await updateRow(db, 'handover', plan.id, { state: 'done', ended_at: ctx.now })
    })
  },
  async failed(db, { payload: { handoverId } }, { message, isFinal }, { clock }) {
    if (!isFinal) return
    const { rows } = await endFailed(db, handoverId, message, clock.now())
    for (const { person_id: personId } of rows)
      await updateRow(db, 'app_user', personId, { need_handover: false })
  },
}

async function endFailed(db: Db, id: string, fault: string, now: Date) {
  const rows = await db
    .updateTable('handover')
    .set({ state: 'failed', fault, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .returning('person_id')
    .execute()
  return { rows }
}

function requireManager(entered: { who: Who; granted: boolean } | null): Who {
  if (!entered?.granted)
    throw new DomainError('handover.manager', '办理交接的管理员已停用，或不再有管理用户的权限')
  return entered.who
}

async function freeze(ctx: Ctx, { personId }: Plan): Promise<void> {
  const people = await lockUsers(ctx, [personId])
  await keepingAnAdministrator(ctx, people, async () => {
    await ctx.db
      .updateTable('app_user')
      .set((eb) => ({ status: '2', version: eb('version', '+', 1) }))
      .where('id', '=', personId)
      .where('status', '=', '1')
      .execute()
  })
  await endSessions(ctx, personId, {
    reason: `离职交接后停用，由 ${ctx.who.realname}（${ctx.who.username}）办理`,
  })
}

type Result = {
  outcome: 'ended' | 'given' | 'refused'
  told: string
  successor: { id: string; name: string } | null
}

/** Hands one thing over, or writes down why that is not possible. */
async function handOverOne(turn: Turn, tools: JobTools, plan: Plan, thing: OpenThing): Promise<void> {
  const inRow = (work: (ctx: Ctx, successor: Who | null) => Promise<Result | null>) =>
    inTransaction(
      tools.pool,
      async (transaction) => {
        const { db } = transaction
        await lockPlan(db, plan.id)
        if (await isTold(db, plan.id, thing)) return
        const successorId = (plan.successors as Successors)[thing.group]
        const taker =
          successorId === undefined ? null : await transaction.actAs(turn.tenant, successorId, null)
        const who = requireManager(await transaction.actAs(turn.tenant, plan.createdBy, PERM))
        const ctx = ctxOf(tools, db, who)
        const result = await work(ctx, taker?.who ?? null)
        if (result) await tell(ctx, plan.id, thing, result)
      },
      { tenant: turn.tenant, first: calling(`job ${handOver.kind}`, null), last: announcing(changes) },
    )
  try {
    await inRow(async (ctx, successor) => {
      const { isEnded } = workGroups[thing.group]
      if (!successor && !isEnded) throw new DomainError('handover.successor', '接收人不存在或已停用')
      const from = { id: plan.personId, name: plan.realname }
      const outcome = await handOne(ctx, { thing, from, successor, reason: plan.reason })
      if (outcome === null) return null
      return {
        outcome,
        told: '',
        successor:
          outcome === 'given' && successor ? { id: successor.userId, name: successor.realname } : null,
      }
    })
  } catch (error) {
    const { unexpected, message } = answerFor(error, titleOfPermission)
    if (unexpected || error instanceof Unwanted) throw error
    await inRow((_ctx, successor) =>
      Promise.resolve({
        outcome: 'refused',
        told: message,
        successor: successor && { id: successor.userId, name: successor.realname },
      }),
    )
  }
}

const isTold = (db: Db, handoverId: string, { group, record }: OpenThing): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('handover_result')
      .where('handover_id', '=', handoverId)
      .where('kind', '=', group)
      .where('record', '=', record),
  )

async function tell(
  { db, now }: Ctx,
  handoverId: string,
  { group, record, name }: OpenThing,
  { outcome, told, successor }: Result,
): Promise<void> {
  await db
    .insertInto('handover_result')
    .values({
      handover_id: handoverId,
      kind: group,
      record,
      name,
      successor_id: successor?.id ?? null,
      successor_name: successor?.name ?? '',
      outcome,
      told,
      at: now,
    })
    .execute()
}
