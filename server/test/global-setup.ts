import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the one PostgreSQL that all test files share. */
    postgresUrl: string
    /** Name of the migrated, empty database that each worker clones. */
    templateDatabase: string
  }
}

/**
 * One PostgreSQL for the whole run: the embedded one without durability, or the server at HELIODESK_TEST_DATABASE_URL.
 */
export default async function setup(project: TestProject) {
  const given = process.env.HELIODESK_TEST_DATABASE_URL
  const own = given ? null : await startOwn()
  const url = given ?? own!.url
  const template = `heliodesk_template_${process.pid}`
  await query(url, `create database ${template}`)
  await migrate(databaseUrl(url, template))
  project.provide('postgresUrl', url)
  project.provide('templateDatabase', template)
  return async () => {
    await query(url, `drop database ${template} with (force)`)
    await own?.stop()
  }
}

async function startOwn() {
  const { startCluster } = await import('../src/platform/embedded-postgres/launch.ts')
  const dataDir = await mkdtemp(join(tmpdir(), 'heliodesk-test-'))
  const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }
  const cluster = await startCluster({ dataDir, settings: fast })
  return {
    url: cluster.url,
    async stop() {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

export function databaseUrl(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
