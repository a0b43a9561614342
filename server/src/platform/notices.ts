import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { proveConnection } from './connection-proof.ts'

/** How often the connection is checked, and opened again if it does not hear. */
const CHECK_MS = 60_000
const FIRST_RETRY_MS = 1000

export type Ear = {
  /** Whether notices arrive: not while the database is away, and never through a pooler that shares connections. */
  hears(): boolean
  close(): Promise<void>
}

/**
 * Calls back for each notice on a channel of PostgreSQL, on a connection of its own at `url`, and when that connection is
 * lost or works again. LISTEN succeeds on a shared connection too, but then nothing arrives; so notices to ourselves
 * through `pool` show whether it works.
 */
export function listen(
  { pool, url, log }: { pool: pg.Pool; url: string; log: FastifyBaseLogger },
  channel: string,
  onNotice: () => void,
): Ear {
  const own = `${channel}_${randomUUID().replaceAll('-', '')}`
  let client: pg.Client | null = null
  let hears = false
  let wasHeard = false
  let isClosed = false
  let timer: NodeJS.Timeout
  let failures = 0

  async function open() {
    const opened = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 15_000 })
    client = opened
    opened.on('error', () => {})
    opened.on('end', () => {
      if (client !== opened) return
      lose()
      checkIn(FIRST_RETRY_MS)
    })
    opened.on('notification', (notice) => {
      if (notice.channel === channel) return onNotice()
      wasHeard = true
      if (hears) return
      hears = true
      failures = 0
      // What was added before LISTEN took effect.
      onNotice()
    })
    await opened.connect()
    await proveConnection(opened)
    await opened.query(`listen ${channel}; listen ${own}`)
  }

  function lose() {
    client = null
    if (!hears) return
    hears = false
    onNotice()
  }

  async function check() {
    try {
      if (client && !wasHeard) await drop()
      if (!client) await open()
      wasHeard = false
      await pool.query('select pg_notify($1, $2)', [own, ''])
    } catch (error) {
      failures += 1
      if (failures === 1) log.warn({ err: error }, 'no connection to listen for notices')
      await drop()
    }
    checkIn(client ? CHECK_MS : Math.min(FIRST_RETRY_MS * 2 ** failures, CHECK_MS))
  }

  function checkIn(ms: number) {
    clearTimeout(timer)
    if (!isClosed)
      timer = setTimeout(() => {
        checking = check()
      }, ms)
  }

  async function drop() {
    const dropped = client
    lose()
    await dropped?.end().catch(() => undefined)
  }

  let checking = check()
  return {
    hears: () => hears,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await checking
      await drop()
    },
  }
}
