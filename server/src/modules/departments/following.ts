import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Job } from '../../kernel/context.ts'
import type { PlaceMove } from '../../kernel/place-moves.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { isUnder } from '../../kernel/scope.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'

/** The tables that copy a code of a place; the candidates of a process follow their instance by trigger. */
const FOLLOWERS = ['oa_request', 'ticket', 'process_instance', 'work_order'] as const
type Follower = (typeof FOLLOWERS)[number]

/** Rows of a batch, which stay locked for some hundred milliseconds. */
const BATCH = 1000
const LOOK_AGAIN_MS = 100

const payload = z.object({ moveId: z.string() })

/** Rows whose code is from before the moves. */
const isOld = (moves: readonly PlaceMove[], column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    moves.map(({ from, whole }) =>
      whole ? isUnder(column, from) : sql<SqlBool>`${sql.ref(column)} = ${sql.lit(from)}`,
    ),
    sql` or `,
  )})`

/**
 * Gives rows that copy a code of a place their new one, a batch at a time. Who read a row before may still write its old
 * code elsewhere, so it passes over the tables until a pass finds nothing that began after all transactions that were
 * open at the end of the pass before.
 */
export const following: Job<z.output<typeof payload>> = {
  kind: 'department move',
  payload,
  atOnce: () => 1,
  // Until it is done, the company's departments cannot move again.
  mostAttempts: 100,
  changes: ['department', 'order', 'ticket', 'process'],
  async run({ tenant, payload: { moveId }, finish }, { pool, signal }) {
    const within = <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
      signal.throwIfAborted()
      return inTenant(pool, tenant, work)
    }
    const { rows } = await within((db) =>
      sql<{ moves: PlaceMove[] }>`select coalesce(app.moves_of(app.tenant_id()), '[]') as moves`.execute(db),
    )
    const { moves } = one(rows)
    if (moves.length > 0) {
      await within((db) => expect(db, moves))
      let found: number
      do {
        found = await pass(within, moves)
        const open = await within(openTransactions)
        while ((await within(openTransactions)).some((each) => open.includes(each)))
          await sleep(LOOK_AGAIN_MS)
      } while (found > 0 || (await pass(within, moves)) > 0)
    }
    await finish(async (db) => {
      await updateRow(db, 'department_move', moveId, { finished_at: sql`now()` })
    })
  },
}

type Within = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>

/** How many rows changed. */
async function pass(within: Within, moves: readonly PlaceMove[]): Promise<number> {
  let changed = 0
  for (const table of FOLLOWERS) {
    for (let after: string | null = '0'; after !== null;) {
      const from: string = after
      const batch: Batch = await within((db) => follow(db, table, moves, from))
      changed += batch.count
      after = batch.last
    }
  }
  return changed
}

/** The last row of a batch, null if there are no more, and how many it has. */
type Batch = { last: string | null; count: number }

/** Gives one batch after a row its new codes. */
async function follow(db: Db, table: Follower, moves: readonly PlaceMove[], after: string): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with batch as materialized (
      select f.id from ${sql.table(table)} f where f.id > ${after} and ${isOld(moves, 'f.dep_code')}
      order by f.id limit ${sql.lit(BATCH)} for no key update
    ), changed as (
      update ${sql.table(table)} f set dep_code = app.code_now(f.dep_code) from batch where f.id = batch.id
    )
    select max(batch.id) as last, count(*)::int as count from batch`.execute(db)
  const { last, count } = one(rows)
  if (count > 0)
    await sql`update department_move set followed = followed + ${count} where finished_at is null`.execute(db)
  return { last: count < BATCH ? null : last, count }
}

/** Counts what is to follow; the orders are nearly all of it. */
async function expect(db: Db, moves: readonly PlaceMove[]): Promise<void> {
  await sql`
    update department_move set expected = followed
      + (select count(*) from work_order o where ${isOld(moves, 'o.dep_code')})
    where finished_at is null`.execute(db)
}

/** The transactions of all server processes, also those that have only read so far. */
async function openTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ open: string[] }>`
    select array(select l.virtualtransaction from pg_locks l
        join pg_stat_activity a on a.pid = l.pid
        join pg_stat_activity own on own.pid = pg_backend_pid()
      where l.locktype = 'virtualxid' and l.pid <> own.pid and a.datid = own.datid and a.usesysid = own.usesysid) as open`.execute(
    db,
  )
  return one(rows).open
}
