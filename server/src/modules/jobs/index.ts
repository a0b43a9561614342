import { jobCalls } from '@heliodesk/contract/jobs.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineModule, DomainError, notFound, type Ctx, type Job, type Module } from '../../kernel/context.ts'
import { present } from '../../platform/certain.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { trialsOf } from '../webhooks/index.ts'
import {
  findJob,
  giveUpRefusal,
  listJobs,
  numberOf,
  retryRefusal,
  shown,
  summarize,
  type JobRow,
} from './rows.ts'

/** A running attempt holds the row only when it ends; whoever waits for it then sees that it is gone. */
const LOCKED = sql`for update of j`

async function lockJob(ctx: Ctx, jobNo: string): Promise<JobRow> {
  const row = await findJob(ctx, jobNo, LOCKED)
  if (!row) throw notFound()
  return row
}

const ofDelivery = z.object({ id: z.uuid() })

async function trials(ctx: Ctx, { kind, payload }: JobRow) {
  const delivery = kind === 'webhook' ? ofDelivery.safeParse(payload).data : undefined
  if (!delivery) return []
  return (await trialsOf(ctx, delivery.id)).map(({ number, time, fault, ms }) => ({
    number,
    time,
    fault,
    ms,
  }))
}

/** The background work of a company, which its administrators look after (docs/decisions/0093-jobs-screen.md). */
export function backgroundJobs(jobs: readonly Job[]): Module {
  const kinds = new Map(jobs.map((job) => [job.kind, job]))
  return defineModule(jobCalls, {
    list: (ctx, input) => listJobs(kinds, ctx, input),

    summary: summarize,

    async detail(ctx, { jobNo }) {
      const row = await findJob(ctx, jobNo)
      if (!row) throw notFound()
      const { dueAt, givenUpBy, givenUpWhy } = row
      return {
        ...shown(kinds, row, ctx.who.timeZone),
        dueTime: toWireTime(dueAt, ctx.who.timeZone),
        givenUpBy,
        givenUpWhy,
        trials: await trials(ctx, row),
      }
    },

    async retry(ctx, { jobNo }) {
      const row = await lockJob(ctx, jobNo)
      const refusal = retryRefusal(row)
      if (refusal !== null) throw new DomainError('job.not_now', refusal)
      if (row.state === 'givenUp') return revive(ctx, row)
      await sql`update job set next_at = now() where id = ${row.id}`.execute(ctx.db)
      return { jobNo }
    },

    async giveUp(ctx, { jobNo, reason }) {
      const row = await lockJob(ctx, jobNo)
      const refusal = giveUpRefusal(row)
      if (refusal !== null) throw new DomainError('job.not_now', refusal)
      await sql`
        update job set given_up_at = now(), next_at = null, lease = null, given_up_why = ${reason},
          given_up_by = ${ctx.who.realname}
        where id = ${row.id}`.execute(ctx.db)
      await recordEnd(ctx, kinds.get(row.kind), row, `${ctx.who.realname}放弃：${reason}`)
      return {}
    },
  })
}

/** A delivery stays the same, so under the same id. */
async function revive(ctx: Ctx, { id, kind, payload }: JobRow): Promise<{ jobNo: string }> {
  if (kind === 'webhook')
    await sql`
    update webhook_delivery set state = 'waiting', fault = null where id = ${ofDelivery.parse(payload).id}::uuid`.execute(
      ctx.db,
    )
  const { rows } = await sql<{ id: string | null }>`
    select app.revive_job(${id}, app.tenant_id()) as id`.execute(ctx.db)
  return { jobNo: numberOf(present(rows[0]?.id)) }
}

/** What the work is about learns that it ended, as after its last attempt. */
async function recordEnd(ctx: Ctx, job: Job | undefined, row: JobRow, message: string): Promise<void> {
  const payload = job?.payload.safeParse(row.payload)
  if (!job?.failed || !payload?.success) return
  const failure = {
    error: new DomainError('job.given_up', message),
    reason: message,
    message,
    isFinal: true,
    attempts: row.attempts,
  }
  const tools = { env: ctx.env, log: ctx.log, clock: { now: () => ctx.now } }
  await job.failed(ctx.db, { id: row.id, payload: payload.data }, failure, tools)
}
