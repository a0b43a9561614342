import { resolve } from 'node:path'
import { probe } from './connection.ts'
import { findCredentials, urlOf } from './credentials.ts'
import { explainingFileErrors } from './failure.ts'
import { joinRunning } from './join-running.ts'
import { placeOf, preparePlace } from './place.ts'
import { findPostmaster } from './postmaster.ts'
import type { Cluster, Log } from './cluster.ts'
import { startAnew } from './start-anew.ts'
import { takeStartLock } from './start-lock.ts'

export type { Cluster } from './cluster.ts'
export { DataDirectoryInUse, EmbeddedPostgresFailure } from './failure.ts'
export { holdServerLock, type ServerLock } from './server-lock.ts'

/**
 * Starts the PostgreSQL of dataDir, or joins it if it is already running. It runs until every process that called this
 * has ended or stopped its cluster.
 */
export async function startCluster(options: {
  dataDir: string
  /** PostgreSQL settings; only the process that starts the cluster applies them. */
  settings?: Record<string, string>
  log?: Log
}): Promise<Cluster> {
  const { settings = {}, log = () => undefined } = options
  return explainingFileErrors(resolve(options.dataDir), async () => {
    const place = preparePlace(options.dataDir)
    const unlock = await takeStartLock(place.lock, log)
    try {
      return (await joinRunning(place, log)) ?? (await startAnew(place, settings, log))
    } finally {
      unlock()
    }
  })
}

/** The url of the cluster that is running on dataDir now, or null. */
export async function findRunningCluster(dataDir: string): Promise<string | null> {
  return explainingFileErrors(resolve(dataDir), async () => {
    const place = placeOf(dataDir)
    const credentials = findCredentials(place)
    const postmaster = credentials && findPostmaster(place.cluster)
    if (!postmaster) return null
    const url = urlOf(credentials, postmaster.port)
    return typeof (await probe(url)) === 'object' ? url : null
  })
}
