import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { DataDirectoryInUse } from './failure.ts'

/** Any pair of numbers that no other part of the application uses for an advisory lock. */
const LOCK = [0x48454c49, 0x53525652]
const APPLICATION_NAME = 'heliodesk-server pid='

/** How long the session of a killed server may take to disappear. */
const PATIENCE_MS = 1_000

export type ServerLock = { release(): Promise<void> }

/**
 * Takes the lock that allows one server per data directory. It belongs to a database session, so it ends with its
 * process, however that ends. A lost session is reopened (PostgreSQL restarted after a crash). If another server took
 * the lock meanwhile, `onLost` must end this process; without it the uncaught error does.
 */
export async function holdServerLock(
  url: string,
  dataDir: string,
  onLost: (error: unknown) => void = throwUncaught,
): Promise<ServerLock> {
  const held = { client: await takeLock(url, dataDir), released: false }

  const watch = () => {
    held.client.once('end', () => {
      if (!held.released) reopen().catch(onLost)
    })
  }
  const reopen = async () => {
    const client = await retake(url, dataDir, () => held.released)
    if (!client) return
    held.client = client
    watch()
  }
  watch()

  return {
    async release() {
      held.released = true
      await held.client.end()
    },
  }
}

/** Retries until PostgreSQL is back. Null if the lock has been released meanwhile. */
async function retake(url: string, dataDir: string, isReleased: () => boolean): Promise<Client | null> {
  while (!isReleased()) {
    try {
      const client = await takeLock(url, dataDir)
      if (!isReleased()) return client
      await client.end()
    } catch (error) {
      if (error instanceof DataDirectoryInUse) throw error
      await pause(500, undefined, { ref: false })
    }
  }
  return null
}

async function takeLock(url: string, dataDir: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: `${APPLICATION_NAME}${process.pid}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The `end` event reports a lost connection.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SET idle_session_timeout = 0')
    for (const deadline = Date.now() + PATIENCE_MS; ; await pause(50)) {
      const { rows } = await client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock($1, $2) AS taken',
        LOCK,
      )
      if (rows[0]?.taken) return client
      if (Date.now() > deadline) throw new DataDirectoryInUse(dataDir, await findHolder(client))
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function findHolder(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ application_name: string | null }>(
    `SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    LOCK,
  )
  const name = rows[0]?.application_name
  return name?.startsWith(APPLICATION_NAME) ? name.slice(APPLICATION_NAME.length - 'pid='.length) : null
}

function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
