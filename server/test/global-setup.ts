import { randomBytes } from 'node:crypto'
import { accessSync, constants, statfsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/migrate.ts'
import { findWrongRows } from './check-rows.ts'
import { databaseUrl, dropDatabases } from './databases.ts'
import { openOwnerPool } from './owner-pool.ts'
import { readRowTypes } from './row-types.ts'
import type { StatementLog } from './statement-log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the one PostgreSQL that all test files share. */
    postgresUrl: string
    /** Name of the migrated, empty database; workers copy it under names that begin with it. */
    templateDatabase: string
    /** Folder in which each test file leaves a log of the statements that it executed. */
    statementLogs: string
  }
}

/**
 * One PostgreSQL for the whole run: the embedded one without durability, or the server at HELIODESK_TEST_DATABASE_URL.
 */
export default async function setup(project: TestProject) {
  const given = process.env.HELIODESK_TEST_DATABASE_URL
  const own = given ? null : await startOwn()
  const url = given ?? own!.url
  const template = `heliodesk_${randomBytes(6).toString('hex')}`
  const server = openOwnerPool(url, 1)
  await server.query(`create database ${template}`)
  await migrate(databaseUrl(url, template))
  project.provide('postgresUrl', url)
  project.provide('templateDatabase', template)
  const logs = await mkdtemp(join(tmpdir(), 'heliodesk-statements-'))
  project.provide('statementLogs', logs)
  return () =>
    inTurn([
      () => checkRows(project, logs, databaseUrl(url, template)),
      () => rm(logs, { recursive: true }),
      () => dropDatabases(server, template),
      () => server.end(),
      async () => own?.stop(),
    ])
}

/** Runs all of them, although one fails, and fails with everything that went wrong. */
async function inTurn(steps: (() => Promise<void>)[]): Promise<void> {
  const faults: string[] = []
  for (const step of steps)
    await step().catch((error: unknown) =>
      faults.push(error instanceof Error ? error.message : String(error)),
    )
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

const PREFIX = 'heliodesk-test-'
const ROOM = 2 * 1024 ** 3

/**
 * Linux's file system in memory if it has room, which in a container it usually does not: each test file makes and
 * drops a database of a thousand files, which takes several times the processor time on a disk that is busy.
 */
function findFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    accessSync(IN_MEMORY, constants.W_OK)
    return bavail * bsize >= ROOM && process.availableMemory() >= ROOM ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

const IN_MEMORY = '/dev/shm'
const AN_HOUR_MS = 3_600_000

/** Removes what killed runs left, since it may occupy memory. A run of this hour may be about to start its PostgreSQL. */
async function sweep(folder: string): Promise<void> {
  const { findRunningCluster } = await import('../src/platform/embedded-postgres/launch.ts')
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue
    const left = join(folder, name)
    try {
      const isOld = Date.now() - (await stat(left)).mtimeMs > AN_HOUR_MS
      if (isOld && (await findRunningCluster(left)) === null) await rm(left, { recursive: true })
    } catch {
      // It belongs to somebody else, or another run removes it too.
    }
  }
}

/** Fails the run if a row type of the source is wrong; see docs/decisions/0026-row-types-of-sql.md. */
async function checkRows(project: TestProject, folder: string, url: string) {
  const names = await readdir(folder)
  const logs = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StatementLog),
  )
  const { testFiles } = await project.globTestFiles()
  const isWhole = testFiles.every((file) => logs.some(({ testFile }) => testFile === file))
  if (logs.every(({ statements }) => Object.keys(statements).length === 0)) return
  const faults = await findWrongRows(logs, url, readRowTypes(project.config.root), isWhole)
  if (faults.length > 0) throw new Error(`Row types that differ from the database:\n${faults.join('\n')}`)
}

async function startOwn() {
  const { startCluster } = await import('../src/platform/embedded-postgres/launch.ts')
  // The soak keeps up to a million orders, and measures.
  const folder = process.env.HELIODESK_SOAK === '1' ? tmpdir() : findFolder()
  await sweep(folder)
  const dataDir = await mkdtemp(join(folder, PREFIX))
  const fast = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_compression: 'off',
    shared_buffers: '128MB',
    // Databases come and go with each test file, and each of both waits for the files to be written.
    checkpoint_flush_after: '0',
    bgwriter_flush_after: '0',
  }
  const cluster = await startCluster({ dataDir, settings: fast })
  return {
    url: cluster.url,
    async stop() {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
