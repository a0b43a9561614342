import { setTimeout as pause } from 'node:timers/promises'
import { clusterOf, type Cluster, type Log } from './cluster.ts'
import { probe } from './connection.ts'
import { findCredentials, urlOf } from './credentials.ts'
import { EmbeddedPostgresFailure } from './failure.ts'
import type { Place } from './place.ts'
import { findPidFile, findPostmaster, readLog, requestStop, sizeOf, type PidFile } from './postmaster.ts'
import { joinUsers, type Hold } from './supervisor.ts'

const REACH_PATIENCE_MS = 60_000
const LEAVE_PATIENCE_MS = 15_000
const STOP_PATIENCE_MS = 300_000

/** Joins the running cluster; null if no postmaster stands in the way of a new one. Call it under the start lock. */
export async function joinRunning(place: Place, log: Log): Promise<Cluster | null> {
  const since = Date.now()
  let told = false
  for (;;) {
    const users = await joinUsers(place)
    if (typeof users === 'object') {
      const joined = await connect(place, users, log)
      if (joined) return joined
    }
    const postmaster = findPostmaster(place.cluster)
    if (!postmaster) return null

    const waited = Date.now() - since
    if (users === 'unsupervised' || waited > LEAVE_PATIENCE_MS) {
      const borrowed = await borrow(place, postmaster, log)
      if (borrowed) return borrowed
      requestStop(place)
    }
    if (!told) {
      told = true
      log('上次的数据库还在停止，等待其结束… (waiting for the previous PostgreSQL to stop)')
    }
    if (waited > STOP_PATIENCE_MS) {
      throw new EmbeddedPostgresFailure(
        `数据目录 ${place.dataDir} 上原有的 PostgreSQL（进程 ${postmaster.pid}）迟迟没有停止`,
        `the PostgreSQL that ran on ${place.dataDir}, process ${postmaster.pid}, does not stop`,
        { quote: readLog(place.log, sizeOf(place.log) - 2_000) },
      )
    }
    await pause(50)
  }
}

/** Null if the postmaster has ended meanwhile. */
async function connect(place: Place, hold: Hold, log: Log): Promise<Cluster | null> {
  try {
    for (const deadline = Date.now() + REACH_PATIENCE_MS; Date.now() < deadline; await pause(50)) {
      const running = findPidFile(place.cluster)
      if (!running) continue
      const credentials = findCredentials(place)
      if (!credentials) throw explainPassword(place)
      const found = await probe(urlOf(credentials, running.port))
      if (found === 'wrong password') throw explainPassword(place)
      if (found !== 'not yet') return clusterOf(place, credentials, running, { hold, attached: true, log })
    }
    if (!findPidFile(place.cluster)) {
      hold.release()
      return null
    }
  } catch (error) {
    hold.release()
    throw error
  }
  hold.release()
  throw new EmbeddedPostgresFailure(
    `数据目录 ${place.dataDir} 的 PostgreSQL 正在运行，但本进程无法连接（它可能在另一个容器中）`,
    `the PostgreSQL of ${place.dataDir} is running but cannot be reached from here (it may be in another container)`,
    { quote: readLog(place.log, sizeOf(place.log) - 2_000) },
  )
}

/**
 * Joins a postmaster whose supervisor was killed: other processes still work with it, so this one does not stop it at
 * the end. Returns null if nobody uses it, so that the caller replaces it with a supervised one. Windows never has a
 * supervisor.
 */
async function borrow(place: Place, running: PidFile, log: Log): Promise<Cluster | null> {
  const credentials = findCredentials(place)
  const found = credentials && (await probe(urlOf(credentials, running.port)))
  if (!credentials || !found || typeof found === 'string') return null
  const hold = { release: () => undefined }
  const cluster = clusterOf(place, credentials, running, { hold, attached: true, log })
  if (process.platform === 'win32') return cluster
  return found.otherSessions > 0 ? { ...cluster, stop: () => Promise.resolve() } : null
}

function explainPassword(place: Place): EmbeddedPostgresFailure {
  return new EmbeddedPostgresFailure(
    `数据目录 ${place.dataDir} 的数据库正在运行，但 database.json 已丢失或与它不符：请停止正在运行的服务后重试，届时会自动重设密码`,
    `the database of ${place.dataDir} is running but database.json is lost or does not fit it: stop the running server and try again, the password is then set anew`,
  )
}
