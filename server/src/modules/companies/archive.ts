import { ARCHIVE_DAYS, type CompanyArchive } from '@heliodesk/contract/companies.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  DomainError,
  type Attempt,
  type Ctx,
  type Job,
  type JobTools,
  type Upkeep,
} from '../../kernel/context.ts'
import { isConnectionLoss, PasswordChangeDue } from '../../kernel/errors.ts'
import { enqueue, Unwanted } from '../../kernel/queue.ts'
import { requireRights } from '../../kernel/rights.ts'
import { inTenant, Transaction } from '../../kernel/transaction.ts'
import { one, present } from '../../platform/certain.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { addFile, newPath, releaseFile } from '../files/index.ts'
import { archiveOf } from './archive-content.ts'
import { archivesOf, type CompanyRow } from './rows.ts'

const SHOW_EVERY_MS = 500
const DAY_MS = 86_400_000
const MOST_WAITING = 3

const payload = z.object({ archiveId: z.string() })
type Turn = Attempt<z.output<typeof payload>>

export async function queueArchive(ctx: Ctx, company: CompanyRow, reason: string): Promise<CompanyArchive> {
  const { rows } = await sql<{ id: string }>`
    insert into company_archive (company, company_code, company_name, reason)
    select ${company.id}::int, ${company.code}::text, ${company.name}::text, ${reason}::text
    where (select count(*) from company_archive where state in ('waiting', 'running')) < ${MOST_WAITING}
    returning id`.execute(ctx.db)
  const id = rows[0]?.id
  if (id === undefined)
    throw new DomainError('company.archives', `已有 ${MOST_WAITING} 个导出在进行，请等待完成后再试`)
  const jobId = await enqueue(ctx.db, makeArchive, { archiveId: id }, { key: 'archive' })
  await sql`update company_archive set job_id = ${jobId} where id = ${id}`.execute(ctx.db)
  return one(await archivesOf(ctx, sql`a.id = ${id}`))
}

/** Makes the archive of a company; as an export, it happens once or not at all. */
export const makeArchive: Job<z.output<typeof payload>> = {
  kind: 'company archive',
  payload,
  changes: ['company', 'job'],
  atOnce: () => 1,
  cutOff: '生成过程多次中断，未能完成；请稍后重新导出',
  isFinal: (error) => !isConnectionLoss(error),
  async run(turn, tools) {
    const path = newPath('zip')
    try {
      await make(turn, path, tools)
    } catch (error) {
      // A commit whose answer was lost may have succeeded; then the bytes are needed.
      if (!isConnectionLoss(error)) await openStorage(tools.env).remove(path)
      throw error
    }
  },
  async failed(db, { payload: { archiveId } }, { isFinal, message }) {
    await db
      .updateTable('company_archive')
      .set(
        isFinal
          ? { state: 'failed', error: message, finished_at: sql`now()` }
          : { state: 'waiting', done_count: 0 },
      )
      .where('id', '=', archiveId)
      .where('state', 'in', ['waiting', 'running'])
      .execute()
  },
}

async function make(turn: Turn, path: string, tools: JobTools): Promise<void> {
  const { pool, env, clock } = tools
  const { archiveId } = turn.payload
  const wanted = await inTenant(pool, turn.tenant, (db) =>
    db
      .updateTable('company_archive')
      .set({ state: 'running', done_count: 0, error: null })
      .where('id', '=', archiveId)
      .where('state', 'in', ['waiting', 'running'])
      .returning(['company', 'company_code', 'company_name', 'created_by', 'reason'])
      .executeTakeFirst(),
  )
  if (!wanted) throw new Unwanted()
  const reader = await Transaction.snapshot(pool)
  let rowCount = 0
  let written: { size: number; sha256: Buffer }
  try {
    await reader.enterTenant(wanted.company)
    await sql`select set_config('statement_timeout', '0', true)`.execute(reader.db)
    const about = { code: wanted.company_code, name: wanted.company_name, at: clock.now() }
    const content = await archiveOf(reader.db, env, about, shower(turn, tools))
    written = await openStorage(env).write(path, content.stream)
    rowCount = content.rows()
  } finally {
    await reader.rollback()
  }
  await turn.finish(async (db, actAs) => {
    const entered = await actAs(wanted.created_by, null)
    if (!entered) throw new DomainError('export.user', '发起导出的用户已停用')
    if (entered.who.mustChangePassword) throw new PasswordChangeDue()
    await requireRights({ db, who: entered.who }, ['tenant:manage'])
    const now = clock.now()
    const name = `${wanted.company_code}.zip`
    await addFile(
      { db, now, env },
      { purpose: 'archive', name, mediaType: 'application/zip', path, ...written, kept: true },
    )
    const done = await db
      .updateTable('company_archive')
      .set({
        state: 'done',
        file_path: path,
        size: String(written.size),
        row_count: String(rowCount),
        finished_at: now,
        expires_at: new Date(now.getTime() + ARCHIVE_DAYS * DAY_MS),
      })
      .where('id', '=', archiveId)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst()
    // The removal of the company has begun meanwhile.
    if (!done) throw new Unwanted()
    await sql`select app.tell_of_company(${wanted.company}, 'export', ${wanted.reason}, '[]'::jsonb)`.execute(
      db,
    )
  })
}

/** Publishes how far it is in short transactions of its own. */
function shower(turn: Turn, { pool, signal, log }: JobTools) {
  let shownAt = 0
  return async (done: number, of: number): Promise<void> => {
    signal.throwIfAborted()
    if (done < of && Date.now() - shownAt < SHOW_EVERY_MS) return
    shownAt = Date.now()
    await inTenant(pool, turn.tenant, (db) =>
      db
        .updateTable('company_archive')
        .set({ step_count: of, done_count: done })
        .where('id', '=', turn.payload.archiveId)
        .execute(),
    ).catch((error: unknown) => log.warn({ err: error }, 'the progress of an archive is not shown'))
  }
}

export const expireArchives: Upkeep = {
  name: 'expired archives',
  everyMs: 600_000,
  async run(db) {
    const operator = await db
      .selectFrom('tenant')
      .select('id')
      .where('operator', '=', true)
      .executeTakeFirst()
    if (!operator) return
    await sql`select set_config('app.tenant', ${String(operator.id)}, true)`.execute(db)
    const { rows } = await sql<{ path: string | null }>`
      update company_archive a set state = 'expired', file_path = null
      from (select tenant_id, id, file_path from company_archive where state = 'done' and expires_at <= now() for update) due
      where a.tenant_id = due.tenant_id and a.id = due.id
      returning due.file_path as path`.execute(db)
    for (const { path } of rows) await releaseFile({ db }, present(path))
  },
}
