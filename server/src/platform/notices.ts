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

/** What wants the notices on a channel of PostgreSQL. */
export type Listener = {
  heard: (payload: string) => void
  /** The connection works or is lost: notices of the time before it works never arrive. */
  setHearing: (hears: boolean) => void
}

/**
 * Passes on the notices of these channels, on one connection of its own at `url`. LISTEN succeeds on a shared connection too, but then nothing arrives; so notices to ourselves
 * through `pool` show whether it works.
 */
export function listen(
  { pool, url, log }: { pool: pg.Pool; url: string; log: FastifyBaseLogger },
  listeners: Readonly<Record<string, Listener>>,
): Ear {
  const own = `own_${randomUUID().replaceAll('-', '')}`
  const byChannel = new Map(Object.entries(listeners))
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
      if (notice.channel !== own) return byChannel.get(notice.channel)?.heard(notice.payload ?? '')
      wasHeard = true
      failures = 0
      setHearing(true)
    })
    await opened.connect()
    await proveConnection(opened)
    await opened.query([own, ...Object.keys(listeners)].map((channel) => `listen ${channel}`).join('; '))
  }

  function lose() {
    client = null
    setHearing(false)
  }

  function setHearing(now: boolean) {
    if (hears === now) return
    hears = now
    for (const listener of Object.values(listeners)) listener.setHearing(now)
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
