import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
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
  return async () => {
    try {
      await checkRows(project, logs, databaseUrl(url, template))
    } finally {
      await rm(logs, { recursive: true })
      await dropDatabases(server, template)
      await server.end()
      await own?.stop()
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
  const dataDir = await mkdtemp(join(tmpdir(), 'heliodesk-test-'))
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
