import { sql } from 'kysely'
import type pg from 'pg'
import type { Env } from '../../env.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { openStorage } from '../../platform/open-storage.ts'
import type { Storage } from '../../platform/storage.ts'
import { knownAmong, tenantsOf } from './known.ts'

/** What `FILES_ADOPT` says of files that no marker stands beside. */
const UNMARKED = 'unmarked'
/** So many of the files that lie there are looked for in the database. */
const SAMPLE = 500

/**
 * Makes sure that the storage is this database's own: marks an empty one, or one whose files the database knows.
 * Throws where it belongs to another, unless the operator hands it over by FILES_ADOPT.
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
 * The database's own number, and where it lies: a copy has the same number, but in another cluster or under another
 * name. A copy of a whole cluster, byte by byte, is the same.
 */
async function nameOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string; database: string; may_ask: boolean }>`
    select id, (select oid from pg_database where datname = current_database())::text as database,
      has_function_privilege('pg_control_system()', 'execute') as may_ask
    from storage_owner`.execute(db)
  const { id, database, may_ask: mayAsk } = one(rows)
  if (!mayAsk) return `${id}.${database}`
  const { rows: cluster } = await sql<{ system_identifier: string }>`
    select system_identifier from pg_control_system()`.execute(db)
  return `${id}.${database}.${one(cluster).system_identifier}`
}

/** Files without a marker are of an earlier version, or somebody else's. */
async function refuseForeign(db: Db, list: Storage['list']): Promise<void> {
  const paths: string[] = []
  for await (const { path } of list()) if (paths.push(path) === SAMPLE) break
  if (paths.length === 0) return
  const known = await knownAmong(db, await tenantsOf(db), paths)
  if (known.size === 0) throw new Error(refusal(UNMARKED, await nameOf(db)))
}

const refusal = (found: string | null, own: string) =>
  `文件存储属于另一个数据库（${found}），而本数据库是 ${own}；如确需交给本数据库，请先停止原服务，再设置 FILES_ADOPT=${found} 启动，见 docs/operations.md (the storage of files belongs to another database)`
