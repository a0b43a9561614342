import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { probe } from './connection.ts'
import { urlOf, writeCredentials, type Credentials } from './credentials.ts'
import type { Place } from './place.ts'
import { findPostmaster, requestStop, type PidFile } from './postmaster.ts'
import { takeStartLock } from './start-lock.ts'
import { hasUsers, type Hold } from './supervisor.ts'

export type Log = (line: string) => void

export type Cluster = {
  /** postgres://heliodesk:…@127.0.0.1:<port>/heliodesk, a superuser. */
  url: string
  port: number
  /** Whether the cluster was already running. */
  attached: boolean
  /** Releases the cluster; PostgreSQL stops when no other process needs it. Safe to call twice. */
  stop(): Promise<void>
}

const STOP_PATIENCE_MS = 120_000

export function clusterOf(
  place: Place,
  credentials: Credentials,
  running: PidFile,
  options: { hold: Hold; attached: boolean; log: Log },
): Cluster {
  const { port, pid } = running
  const url = urlOf(credentials, port)
  if (credentials.port !== port || credentials.pid !== pid)
    writeCredentials(place, { ...credentials, port, pid })
  let stopping: Promise<void> | undefined
  return {
    url,
    port,
    attached: options.attached,
    stop: () => (stopping ??= leave(place, url, options.hold, options.log)),
  }
}

async function leave(place: Place, url: string, hold: Hold, log: Log): Promise<void> {
  const unlock = await takeStartLock(place.lock, log)
  try {
    hold.release()
    if (await isNeeded(place, url)) return
    if (!(await waitUntilGone(place))) {
      log('数据库尚未停止，正在后台写入数据 (PostgreSQL has not stopped yet, it is still writing)')
      return
    }
    for (const file of [place.users, place.answers]) rmSync(file, { force: true })
  } finally {
    unlock()
  }
}

/** Windows has no supervisor (see supervisor.ts): there, open sessions count as users. */
async function isNeeded(place: Place, url: string): Promise<boolean> {
  if (process.platform !== 'win32') return hasUsers(place)
  const found = await probe(url)
  if (typeof found === 'object' && found.otherSessions > 0) return true
  requestStop(place)
  return false
}

/** False if it takes longer than the time limit. */
export async function waitUntilGone(place: Place): Promise<boolean> {
  for (const deadline = Date.now() + STOP_PATIENCE_MS; findPostmaster(place.cluster); await pause(15)) {
    if (Date.now() > deadline) return false
  }
  return true
}
