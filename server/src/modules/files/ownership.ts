import { sql } from 'kysely'
import type pg from 'pg'
import type { Env } from '../../env.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { openStorage } from '../../platform/open-storage.ts'
import type { Storage } from '../../platform/storage.ts'
import { knownAmong } from './known.ts'

/** The value of `FILES_ADOPT` for files without a marker. */
const UNMARKED = 'unmarked'
/** How many of the stored files are looked up in the database. */
const SAMPLE = 500

/**
 * Makes sure that the storage belongs to this database: marks an empty storage, or one whose files the database knows.
 * Throws if it belongs to another database, unless FILES_ADOPT allows taking it over.
 */
export async function takeStorage(pool: pg.Pool, env: Env): Promise<void> {
  const transaction = await Transaction.begin(pool, 'query')
  try {
    await requireOwnStorage(transaction.db, openStorage(env), env)
  } finally {
    await transaction.rollback()
  }
}

export async function requireOwnStorage(
  db: Db,
  { marker, list }: Pick<Storage, 'marker' | 'list'>,
  { FILES_ADOPT: adopted }: Pick<Env, 'FILES_ADOPT'>,
): Promise<void> {
  const own = await nameOf(db)
  let found = await marker.read()
  if (found === null) {
    if (adopted !== UNMARKED) await refuseForeign(db, list)
    await marker.create(own)
    // Another process may have been first.
    found = await marker.read()
  }
  if (found === own) return
  if (found === null || adopted !== found) throw new Error(refusal(found, own))
  await marker.replace(own)
}

/**
 * Identifies the database by its own number and its location: a copy has the same number, but another cluster or name.
 * A byte-for-byte copy of a whole cluster has the same identity.
 */
async function nameOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string; database: string; may_ask: boolean }>`
    select id, d.oid::text as database, has_function_privilege('pg_control_system()', 'execute') as may_ask
    from storage_owner, pg_database d where d.datname = current_database()`.execute(db)
  const { id, database, may_ask: mayAsk } = one(rows)
  if (!mayAsk) return `${id}.${database}`
  const { rows: cluster } = await sql<{ system_identifier: string }>`
    select system_identifier from pg_control_system()`.execute(db)
  return `${id}.${database}.${one(cluster).system_identifier}`
}

/** Files without a marker are from an earlier version, or of another database. */
async function refuseForeign(db: Db, list: Storage['list']): Promise<void> {
  const paths: string[] = []
  for await (const { path } of list()) if (paths.push(path) === SAMPLE) break
  if (paths.length === 0) return
  const known = await knownAmong(db, paths)
  if (known.size === 0) throw new Error(refusal(UNMARKED, await nameOf(db)))
}

const refusal = (found: string | null, own: string) =>
  `文件存储属于另一个数据库（${found}），而本数据库是 ${own}；如确需交给本数据库，请先停止原服务，再设置 FILES_ADOPT=${found} 启动，见 docs/operations.md (the storage of files belongs to another database)`
