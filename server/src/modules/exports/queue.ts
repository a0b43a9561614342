import { EXPORTS_WAITING } from '@heliodesk/contract/exports.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import type { Db } from '../../platform/postgres.ts'

/** A place in the queue, readable without a tenant. */
export type Turn = { turn: string; tenant: number; user_id: string }

/**
 * Locks the next turn until the transaction ends, skipping turns locked by another process. Only a person's earliest
 * turn counts, and it stays in the table while its export is made, so each person has one export running at most.
 */
export async function claimTurn(db: Db): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    select w.turn, w.tenant, w.user_id from export_waiting w
    where not exists (
      select from export_waiting earlier
      where earlier.tenant = w.tenant and earlier.user_id = w.user_id and earlier.turn < w.turn)
    order by w.turn limit 1 for update skip locked`.execute(db)
  return rows[0]
}

export const endTurn = (db: Db, { turn }: Pick<Turn, 'turn'>) =>
  db.deleteFrom('export_waiting').where('turn', '=', turn).execute()

/**
 * Puts the caller's export at the end of the queue; returns the state and the turn of the waiting export. Refuses when
 * too many of the caller's exports wait already.
 */
export async function joinQueue({ db, who }: Pick<Ctx, 'db' | 'who'>) {
  // Exports of one person join one after the other, so that turns follow the order of their commits.
  await db.selectFrom('app_user').select('id').where('id', '=', who.userId).forNoKeyUpdate().execute()
  const { waiting } = await db
    .selectFrom('export_job')
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .where('created_by', '=', who.userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= EXPORTS_WAITING) {
    throw new DomainError('export.too_many', `已有 ${EXPORTS_WAITING} 个导出在排队，请等待完成或取消后再试`)
  }
  const { turn } = await db
    .insertInto('export_waiting')
    .values({ tenant: who.tenantId, user_id: who.userId })
    .returning('turn')
    .executeTakeFirstOrThrow()
  return { state: 'waiting', turn }
}

/** Removes the turn unless it is being worked on; the worker then notices and ends it. */
export async function leaveTurn({ db }: Pick<Ctx, 'db'>, turn: string): Promise<void> {
  await sql`
    delete from export_waiting
    where turn = (select turn from export_waiting where turn = ${turn} for update skip locked)`.execute(db)
}
