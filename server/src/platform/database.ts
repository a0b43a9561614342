import type pg from 'pg'
import type { Env } from '../env.ts'
import { findRunningCluster, holdServerLock, startCluster } from './embedded-postgres/launch.ts'
import { openLogin } from './login-role.ts'
import { migrate } from './migrate.ts'
import { openPool } from './postgres.ts'

export type Database = {
  /** Connections of the unprivileged role, for all requests. */
  pool: pg.Pool
  /** Address with the owner's rights, for tools. */
  url: string
  close(): Promise<void>
}

type DatabaseEnv = Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_MIGRATION_URL' | 'DATABASE_POOL'>

/** Opens the configured or the embedded database for a server and migrates it; an embedded one is also locked. */
export async function openServerDatabase(env: DatabaseEnv): Promise<Database> {
  if (env.DATABASE_URL) return openAt(env.DATABASE_URL, env, async () => {})
  const cluster = await startCluster({ dataDir: env.DATA_DIR })
  try {
    const lock = await holdServerLock(cluster.url, env.DATA_DIR)
    return await openAt(cluster.url, env, async () => {
      await lock.release()
      await cluster.stop()
    })
  } catch (error) {
    if (!cluster.attached) await cluster.stop()
    throw error
  }
}

/** Opens the database for a command-line tool: beside a running server, or started for the tool alone. */
export async function openToolDatabase(env: DatabaseEnv): Promise<Database> {
  const running = env.DATABASE_URL ?? (await findRunningCluster(env.DATA_DIR))
  if (running) return openAt(running, env, async () => {})
  const cluster = await startCluster({ dataDir: env.DATA_DIR })
  return openAt(cluster.url, env, () => (cluster.attached ? Promise.resolve() : cluster.stop()))
}

async function openAt(url: string, env: DatabaseEnv, afterClose: () => Promise<void>): Promise<Database> {
  const ownerUrl = env.DATABASE_MIGRATION_URL ?? url
  await migrate(ownerUrl)
  const pool = openPool(await openLogin(ownerUrl, url), { max: env.DATABASE_POOL })
  return {
    pool,
    url: ownerUrl,
    async close() {
      await pool.end()
      await afterClose()
    },
  }
}
