import { renameSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseAccount, clusterPathFor, giveTo, type Account } from './account.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { clusterOf, waitUntilGone, type Cluster, type Log } from './cluster.ts'
import { probe } from './connection.ts'
import { findCredentials, urlOf, type Credentials } from './credentials.ts'
import { explainOutput } from './failure.ts'
import { initialise, isInitialised, resetPassword } from './initialise.ts'
import type { Place } from './place.ts'
import {
  findFreePort,
  findPidFile,
  readLog,
  requestStop,
  retirePidFile,
  sizeOf,
  type PidFile,
} from './postmaster.ts'
import { settingArguments } from './settings.ts'
import { supervise, type Supervised } from './supervisor.ts'

const RETRY_MS = 60_000
const LOG_LIMIT = 20 * 1024 * 1024

const START = { chinese: '启动', english: 'start' }

type Start = {
  place: Place
  account: Account
  binaries: Binaries
  settings: Record<string, string>
  log: Log
  retryUntil: number
}

/** Starts the cluster, and creates it if there is none. Call it under the start lock, with no postmaster running. */
export async function startAnew(place: Place, settings: Record<string, string>, log: Log): Promise<Cluster> {
  const account = chooseAccount(place.cluster)
  const binaries = findBinaries(account, place.dataDir)
  const start = { place, account, binaries, settings, log, retryUntil: Date.now() + RETRY_MS }
  if (sizeOf(place.log) > LOG_LIMIT) renameSync(place.log, `${place.log}.1`)
  let credentials = await prepareCluster(start)
  for (;;) {
    const result = await tryStart(start, credentials)
    if (typeof result === 'object') return result
    if (result === 'wrong password') credentials = await resetPassword(place, binaries, account)
    else await pause(200)
  }
}

async function prepareCluster({ place, account, binaries, log }: Start): Promise<Credentials> {
  if (!isInitialised(place.cluster)) {
    log(`正在创建数据库 ${place.cluster} … (creating the database)`)
    return initialise(place, binaries, account, log)
  }
  giveTo(account, place.cluster)
  retirePidFile(place.cluster)
  const credentials = findCredentials(place)
  if (credentials) return credentials
  log('database.json 已丢失，重设数据库密码 (database.json is lost, setting a new password)')
  return resetPassword(place, binaries, account)
}

async function tryStart(
  start: Start,
  credentials: Credentials,
): Promise<Cluster | 'wrong password' | 'again'> {
  const { place, account, log } = start
  retirePidFile(place.cluster)
  const port = await findFreePort(credentials.port)
  const logStart = sizeOf(place.log)
  const supervised = supervise(place, account, [
    start.binaries('postgres'),
    '-D',
    clusterPathFor(account, place.cluster),
    ...settingArguments(start.settings, port),
  ])
  let cluster: Cluster | undefined
  try {
    const running = await findReady(place, supervised, log)
    const found = running && (await probe(urlOf(credentials, port)))
    if (found === 'wrong password') return found
    if (running && typeof found === 'object') {
      cluster = clusterOf(place, credentials, running, { hold: supervised, attached: false, log })
      return cluster
    }
    const output = readLog(place.log, logStart)
    if (isPassing(output) && Date.now() < start.retryUntil) return 'again'
    throw supervised.failure() ?? explainOutput(place.dataDir, START, output)
  } finally {
    if (!cluster) {
      supervised.release()
      requestStop(place)
      await waitUntilGone(place)
    }
  }
}

/** Null if the postmaster ends. Crash recovery gets as much time as it needs. */
async function findReady(place: Place, supervised: Supervised, log: Log): Promise<PidFile | null> {
  for (let tellAt = Date.now() + 5_000; !supervised.hasEnded(); await pause(15)) {
    const running = findPidFile(place.cluster)
    if (running?.ready && running.pid === supervised.findPid()) return running
    if (Date.now() > tellAt) {
      log('数据库正在启动或恢复… (PostgreSQL is starting or recovering)')
      tellAt = Date.now() + 10_000
    }
  }
  return null
}

/**
 * Another program took the port, or the previous postmaster still exists as a zombie or has live children. The texts
 * are PostgreSQL's own, in English by lc_messages.
 */
function isPassing(output: string): boolean {
  return /could not create any TCP\/IP sockets|lock file .* already exists|pre-existing shared memory block/.test(
    output,
  )
}
