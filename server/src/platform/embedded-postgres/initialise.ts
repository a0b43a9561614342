import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterPathFor, giveTo, runProgram, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { DATABASE, USER, newCredentials, writeCredentials, type Credentials } from './credentials.ts'
import { errorCode, explainOutput } from './failure.ts'
import type { Place } from './place.ts'

const ACCESS_RULES = `# Written by Heliodesk: this machine only, by password only.
host all         all 127.0.0.1/32 scram-sha-256
host replication all 127.0.0.1/32 scram-sha-256
`

export function isInitialised(cluster: string): boolean {
  return ['PG_VERSION', 'global/pg_control'].every(
    (name) => statSync(join(cluster, name), { throwIfNoEntry: false }) !== undefined,
  )
}

/**
 * Creates the cluster under a temporary name and renames it when complete, so that a kill half-way leaves only a
 * directory to remove.
 */
export async function initialise(
  place: Place,
  binaries: Binaries,
  account: Account,
  log: (line: string) => void,
): Promise<Credentials> {
  await sweep(place, log)
  const credentials = newCredentials()
  const fresh = mkdtempSync(join(place.dataDir, 'postgres.new-'))
  try {
    giveTo(account, fresh)
    // Refuses all connections ("reject") until the rules below replace it, because no password is set yet.
    const where = ['-D', clusterPathFor(account, fresh), '-U', USER]
    const how = ['-A', 'reject', '-E', 'UTF8', ...localeArguments(), '--data-checksums']
    const { succeeded, output } = await runProgram(account, fresh, [binaries('initdb'), ...where, ...how])
    if (!succeeded) throw explainOutput(place.dataDir, CREATE, output)
    writeFileSync(join(fresh, 'pg_hba.conf'), ACCESS_RULES)
    await runSql(place, fresh, binaries, account, [
      `ALTER ROLE ${USER} PASSWORD '${credentials.password}'`,
      `CREATE DATABASE ${DATABASE}`,
    ])
    writeCredentials(place, credentials)
    renameSync(fresh, place.cluster)
    flushDirectory(place.dataDir)
    return credentials
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
}

/** For a cluster whose credentials file was lost. The cluster must not be running. */
export async function resetPassword(
  place: Place,
  binaries: Binaries,
  account: Account,
): Promise<Credentials> {
  const credentials = newCredentials()
  await runSql(place, place.cluster, binaries, account, [
    `ALTER ROLE ${USER} PASSWORD '${credentials.password}'`,
  ])
  writeCredentials(place, credentials)
  return credentials
}

const CREATE = { chinese: '创建数据库', english: 'create the database' }

/** Code-point order that does not change with the system's C library. */
function localeArguments(): string[] {
  const provider = '--locale-provider=builtin'
  return process.platform === 'linux'
    ? ['--locale=C.UTF-8', provider]
    : ['--locale=C', provider, '--builtin-locale=C.UTF-8']
}

/** Single-user mode needs no password and opens no socket; the statements are passed on standard input. */
async function runSql(
  place: Place,
  cluster: string,
  binaries: Binaries,
  account: Account,
  statements: string[],
): Promise<void> {
  const { succeeded, output } = await runProgram(
    account,
    cluster,
    [binaries('postgres'), '--single', '-D', clusterPathFor(account, cluster), 'postgres'],
    statements.map((statement) => `${statement}\n`).join(''),
  )
  if (!succeeded || /\b(ERROR|FATAL|PANIC):/.test(output)) throw explainOutput(place.dataDir, CREATE, output)
}

/** Removes the leftovers of killed starts. A directory that may hold data is renamed, never removed. */
async function sweep(place: Place, log: (line: string) => void): Promise<void> {
  for (const name of readdirSync(place.dataDir)) {
    if (name.startsWith('postgres.new-')) await removeContested(join(place.dataDir, name))
  }
  try {
    rmdirSync(place.cluster)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    if (errorCode(error) !== 'ENOTEMPTY') throw error
    const aside = `${place.cluster}.incomplete-${Date.now()}`
    renameSync(place.cluster, aside)
    chmodSync(aside, 0o700)
    log(`数据库目录不完整，已移到 ${aside}，重新创建 (incomplete database set aside, creating a new one)`)
  }
}

/** An orphaned initdb keeps writing for a moment. If that prevents the removal, it is left for the next start. */
async function removeContested(directory: string): Promise<void> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await pause(50)) {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    if (!existsSync(directory)) return
  }
}

function flushDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
