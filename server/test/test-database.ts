import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { openLogin } from '../src/platform/login-role.ts'
import { openPool } from '../src/platform/postgres.ts'
import { copyDatabase, databaseUrl, dropDatabases } from './databases.ts'
import { openOwnerPool } from './owner-pool.ts'
import { createTestTenant, type TestTenant } from './test-tenant.ts'

export type TestDatabase = {
  /** The owner's address. */
  url: string
  /** The application's address. */
  login: string
  tenant: TestTenant
  otherTenant: TestTenant
  drop: () => Promise<void>
}

type Companies = Pick<TestDatabase, 'login' | 'tenant' | 'otherTenant'> & { database: string }

/** Filled once for all test files of this process, which copy it. */
let companies: Promise<Companies> | undefined
let server: pg.Pool | undefined

/** A database with two companies, and a login role of the application that its copies share. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { database, ...given } = await (companies ??= fillTemplate())
  const name = `test_${randomBytes(6).toString('hex')}`
  await copyDatabase(onServer(), database, name)
  return {
    ...structuredClone(given),
    url: databaseUrl(inject('postgresUrl'), name),
    login: databaseUrl(given.login, name),
    drop: () => dropDatabases(onServer(), name),
  }
}

async function fillTemplate(): Promise<Companies> {
  const database = `${inject('templateDatabase')}_${randomBytes(6).toString('hex')}`
  await copyDatabase(onServer(), inject('templateDatabase'), database)
  const url = databaseUrl(inject('postgresUrl'), database)
  const login = await openLogin(url, url)
  const pool = openPool(login)
  const tenant = await createTestTenant(pool, { name: '甲公司', prefix: 'a' })
  const otherTenant = await createTestTenant(pool, { name: '乙公司', prefix: 'b' })
  await pool.end()
  return { database, login, tenant, otherTenant }
}

const onServer = () => (server ??= openOwnerPool(inject('postgresUrl'), 1))
