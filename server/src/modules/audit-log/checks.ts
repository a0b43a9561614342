import type { Output } from '@heliodesk/contract/call.ts'
import type { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, Job } from '../../kernel/context.ts'
import { enqueue } from '../../kernel/queue.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import type { Db } from '../../platform/postgres.ts'
import { verifyChain } from './verify.ts'

const payload = z.object({ checkId: z.string() })

/** Compares the chain of a company in the background, and keeps what came of it. */
export const verification: Job<z.output<typeof payload>> = {
  changes: ['audit'],
  kind: 'audit.verify',
  payload,
  atOnce: () => 1,
  async run({ tenant, payload: { checkId }, finish }, { pool, signal }) {
    const note = (values: Parameters<typeof updateRow<'audit_check'>>[3]) =>
      inTenant(pool, tenant, (db) => updateRow(db, 'audit_check', checkId, values))
    await note({ state: 'running', started_at: sql`now()`, done: '0' })
    const { compared, lastNumber, broken } = await verifyChain(pool, tenant, async (done, total) => {
      signal.throwIfAborted()
      await note({ done: String(done), total: String(total) })
    })
    await finish(async (db) => {
      await updateRow(db, 'audit_check', checkId, {
        state: 'done',
        finished_at: sql`now()`,
        done: String(compared),
        total: String(compared),
        last_number: lastNumber,
        broken_number: broken?.number ?? null,
        broken_reason: broken?.reason ?? null,
      })
    })
  },
  async failed(db, { payload: { checkId } }, { isFinal }) {
    await updateRow(db, 'audit_check', checkId, {
      state: isFinal ? 'failed' : 'waiting',
      ...(isFinal && { finished_at: sql`now()` }),
    })
  },
}

/** Asks for a verification, unless one is asked for already. */
export async function askVerification(db: Db, userId: string | null): Promise<void> {
  const { rows } = await sql`
    select from audit_head where tenant_id = app.tenant_id() and not exists (
      select from audit_check where state in ('waiting', 'running'))`.execute(db)
  if (rows.length === 0) return
  const id = await insertRow(db, 'audit_check', { user_id: userId })
  await enqueue(db, verification, { checkId: id }, { key: 'chain' })
}

type State = Output<(typeof auditLogCalls)['state']>

type CheckRow = {
  state: 'waiting' | 'running' | 'done' | 'failed'
  askedAt: Date
  finishedAt: Date | null
  total: number | null
  done: number
  seconds: number | null
  lastNumber: string | null
  brokenNumber: string | null
  brokenReason: string | null
}

/** The state of the chain, with the newest verification. */
export async function stateOf({ db, who }: Pick<Ctx, 'db' | 'who'>): Promise<State> {
  const { rows: heads } = await sql<{ head: string; base: string; digestDay: string | null }>`
    select number as head, base_number as base, (select max(day) from audit_digest) as "digestDay"
    from audit_head`.execute(db)
  const { rows: checks } = await sql<CheckRow>`
    select state, asked_at as "askedAt", finished_at as "finishedAt", total::int as total, done::int as done,
      extract(epoch from coalesce(finished_at, now()) - started_at)::float8 as seconds, last_number as "lastNumber",
      broken_number as "brokenNumber", broken_reason as "brokenReason"
    from audit_check order by id desc limit 1`.execute(db)
  const check = checks[0] ?? null
  return {
    head: heads[0]?.head ?? '0',
    base: heads[0]?.base ?? '0',
    digestDay: heads[0]?.digestDay ?? null,
    check: check && toCheck(check, who.timeZone),
  }
}

const toCheck = ({ askedAt, finishedAt, ...check }: CheckRow, zone: string): State['check'] => ({
  ...check,
  askedTime: toWireTime(askedAt, zone),
  finishTime: toWireTimeOrNull(finishedAt, zone),
})
