import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { copyDatabase, databaseUrl } from '../../test/databases.ts'
import { openOwnerPool } from '../../test/owner-pool.ts'
import { readEnv } from '../env.ts'
import { Transaction } from '../kernel/transaction.ts'
import { UnsafeConnection, type Fault } from './connection-proof.ts'
import { openToolDatabase } from './database.ts'
import { openLogin } from './login-role.ts'
import { openPool } from './postgres.ts'

const server = inject('postgresUrl')
const mark = randomBytes(4).toString('hex')
const database = `login_${mark}`
const url = databaseUrl(server, database)
/** Roles that the tests create in the cluster, named by their fault. */
const role = (kind: string) => `${kind}_${mark}`
let owner: pg.Pool

const addressOf = (user: string, password = 'secret', at = url) => {
  const address = new URL(at)
  address.username = user
  address.password = password
  return address.href
}

const nameOf = (login: string) => new URL(login).searchParams.get('user')!

beforeAll(async () => {
  const admin = openOwnerPool(server, 1)
  await copyDatabase(admin, inject('templateDatabase'), database)
  await admin.end()
  owner = openOwnerPool(url)
  await owner.query(`create role ${role('group')} nologin`)
}, 60_000)

afterAll(async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select rolname as name from pg_roles r where rolname like '%\\_${mark}'
       or rolname = 'heliodesk_login_' || (select oid from pg_database where datname = current_database())`,
  )
  await owner.end()
  const admin = openOwnerPool(server, 1)
  await admin.query(`drop database ${database} with (force)`)
  for (const { name } of rows) await admin.query(`drop role ${name}`)
  await admin.end()
})

describe('the login role of a database', () => {
  it('is made through its owner, plain, once for all processes that start side by side', async () => {
    const logins = await Promise.all(Array.from({ length: 4 }, () => openLogin(url, url)))
    expect(new Set(logins).size).toBe(1)
    const { rows } = await owner.query(
      `select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = $1`,
      [nameOf(logins[0]!)],
    )
    expect(rows).toEqual([
      {
        rolcanlogin: true,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        memberships: 0,
      },
    ])
  })

  it('keeps its password: a start breaks no other process, whose new connections get in', async () => {
    const first = await openLogin(url, url)
    expect(await openLogin(url, url)).toBe(first)
    const pool = openPool(first, { max: 1 })
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('gets its own password back where the database was restored beside a role of that name', async () => {
    const login = await openLogin(url, url)
    await owner.query(`alter role ${nameOf(login)} password 'another'`)
    expect(await openLogin(url, url)).toBe(login)
  })

  it('loses what somebody gave it', async () => {
    const login = await openLogin(url, url)
    await owner.query(`alter role ${nameOf(login)} superuser createdb`)
    await openLogin(url, url)
    const pool = openPool(login, { max: 1 })
    await pool.query('select')
    await pool.end()
  })

  it('is one of its own for a copy of the database', async () => {
    const copy = `${database}_copy`
    const admin = openOwnerPool(server, 1)
    await copyDatabase(admin, inject('templateDatabase'), copy)
    const at = databaseUrl(server, copy)
    const [own, other] = [await openLogin(url, url), await openLogin(at, at)]
    expect(nameOf(other)).not.toBe(nameOf(own))
    await admin.query(`drop database ${copy} with (force)`)
    await admin.query(`drop role ${nameOf(other)}`)
    await admin.end()
  })

  it('is asked for, with the SQL to run, where the owner may not make it; a start after that succeeds', async () => {
    const [own, other] = [role('owner'), `${database}_other`]
    const admin = openOwnerPool(server, 1)
    // An existing role: without extra rights an owner cannot create the role of earlier versions either.
    await admin.query(`create role ${own} login password 'secret'`)
    await admin.query(`create database ${other} owner ${own}`)
    const env = readEnv({ DATABASE_URL: addressOf(own, 'secret', databaseUrl(server, other)) })
    const refused = await openToolDatabase(env).catch((error: Error) => error)
    if (!(refused instanceof Error)) throw new Error('an owner without CREATEROLE must be refused')
    expect(refused.message).toContain('请以管理员身份')
    const [statement] = /create role .*;/.exec(refused.message) ?? ['']
    await admin.query(statement)
    const opened = await openToolDatabase(env)
    const { rows } = await opened.pool.query<{ role: string }>('select session_user as role')
    expect(rows[0]!.role).toMatch(/^heliodesk_login_\d+$/)
    await opened.close()
    await admin.query(`drop database ${other} with (force)`)
    await admin.query(`drop role ${rows[0]!.role}`)
    await admin.end()
  })
})

describe('an address of one’s own for the application', () => {
  it('is used as it is when its role is plain, and gets its rights', async () => {
    await owner.query(`create role ${role('plain')} login password 'secret'`)
    const own = addressOf(role('plain'))
    expect(await openLogin(url, own)).toBe(own)
    const pool = openPool(own)
    expect((await pool.query('select from work_order')).rowCount).toBe(0)
    await pool.end()
    await owner.query(`drop owned by ${role('plain')}`)
  })

  it('is refused with startup options, in the address and in PGOPTIONS', () => {
    const options = `${addressOf(role('plain'))}?options=-c%20role%3Dpostgres`
    expect(() => readEnv({ DATABASE_URL: options })).toThrow(/DATABASE_URL: must not carry options/)
    expect(() => readEnv({ DATABASE_MIGRATION_URL: options })).toThrow(/DATABASE_MIGRATION_URL/)
    expect(() => readEnv({ PGOPTIONS: '-c role=postgres' })).toThrow(/PGOPTIONS/)
  })
})

describe('a connection of the pool is refused before its first use, and by the start', () => {
  const create = `create role ROLE login password 'secret'`
  it.each<[Fault, string, string?]>([
    ['superuser', `${create} superuser`],
    ['bypass', `${create} bypassrls`],
    ['creates', `${create} createrole`],
    ['creates', `${create} createdb`],
    ['creates', `${create} replication`],
    ['member', `${create}; grant pg_read_all_data to ROLE`],
    ['member', `${create} noinherit; grant ${role('group')} to ROLE`],
    ['other_role', `${create}; grant ${role('group')} to ROLE; alter role ROLE set role ${role('group')}`],
    ['owner', `${create}; create table owned (); alter table owned owner to ROLE`, 'drop table owned'],
    ['makes', `${create}; grant create on schema public to ROLE`],
    ['makes', `${create}; grant create on database ${database} to ROLE`],
    ['secret', `${create}; grant usage on schema app to ROLE; grant select on app.application_login to ROLE`],
    ['setting', `${create}; alter role ROLE set row_security to off`],
    [
      'setting',
      `${create}; create schema before; grant usage on schema before to ROLE;
       alter role ROLE set search_path to before, public`,
      'drop schema before',
    ],
    [
      'tables',
      `${create}; alter table station no force row level security`,
      'alter table station force row level security',
    ],
    [
      'tables',
      `${create}; alter table station disable row level security`,
      'alter table station enable row level security',
    ],
    ['tables', `${create}; create policy more on station using (true)`, 'drop policy more on station'],
    ['tables', `${create}; create table forgotten (tenant_id int)`, 'drop table forgotten'],
  ])('%s: %s', async (fault, made, undo) => {
    const bad = role(`bad_${fault}`)
    try {
      await owner.query(made.replaceAll('ROLE', bad))
      const pool = openPool(addressOf(bad), { max: 1 })
      const refused = await pool.connect().then(
        (client) => client.release(),
        (error: unknown) => error,
      )
      await pool.end()
      if (!(refused instanceof UnsafeConnection)) throw new Error(`not refused: ${String(refused)}`)
      expect(refused.faults).toContain(fault)
      await expect(openLogin(url, addressOf(bad))).rejects.toThrow(UnsafeConnection)
    } finally {
      if (undo) await owner.query(undo)
      await owner.query(`drop owned by ${bad}; drop role ${bad}`)
    }
  })

  it('and a connection of before is, whose role becomes stronger while it is open', async () => {
    const login = await openLogin(url, url)
    const pool = openPool(login, { max: 1 })
    await (await Transaction.begin(pool, 'query')).commit()
    await owner.query(`alter role ${nameOf(login)} bypassrls`)
    try {
      await expect(Transaction.begin(pool, 'query')).rejects.toThrow(/not fit to serve people/)
    } finally {
      await owner.query(`alter role ${nameOf(login)} nobypassrls`)
    }
    await (await Transaction.begin(pool, 'query')).commit()
    await pool.end()
  })
})

it('a connection that acts as another role serves nobody, and is closed', async () => {
  const login = await openLogin(url, url)
  const other = role('other')
  await owner.query(`
    create role ${other};
    grant usage on schema app to ${other};
    grant execute on function app.open_call(int, int, int) to ${other}`)
  const pool = openPool(login, { max: 1 })
  await pool.query('select')
  await owner.query(`grant ${other} to ${nameOf(login)}`)
  try {
    await pool.query(`set role ${other}`)
    const refused = await Transaction.begin(pool, 'query').then(
      (begun) => begun.rollback(),
      (error: unknown) => error,
    )
    expect(String(refused)).toMatch(/not fit to serve people/)
    expect(pool.totalCount).toBe(0)
  } finally {
    await owner.query(`revoke ${other} from ${nameOf(login)}`)
    await pool.end()
  }
})

it('nothing that a call left in its session reaches the next one', async () => {
  const pool = openPool(await openLogin(url, url), { max: 1 })
  await pool.query(`select set_config('app.tenant', '1', false), set_config('app.user', '1', false)`)
  const next = await Transaction.begin(pool, 'query')
  const { rows } = await sql<object>`select app.tenant_id() as tenant, app.user_id() as person`.execute(
    next.db,
  )
  expect(rows).toEqual([{ tenant: null, person: null }])
  await next.commit()
  await pool.query('create temporary table app_user (id int)')
  await expect(Transaction.begin(pool, 'query')).rejects.toThrow(/not fit to serve people/)
  expect(pool.totalCount).toBe(0)
  // Until the ended connection has dropped its table, the role owns it.
  await vi.waitFor(async () => (await Transaction.begin(pool, 'query')).commit(), 15_000)
  await pool.end()
})

it('each transaction has the limits of its pool, and leaves none to the session', async () => {
  const pool = openPool(await openLogin(url, url), {
    max: 1,
    statementTimeoutMs: 1234,
    idleInTransactionTimeoutMs: 5678,
  })
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone']
  const limits = `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`
  const before = (await pool.query<Record<string, string>>(limits)).rows
  for (const open of [
    () => Transaction.begin(pool, 'query'),
    () => Transaction.begin(pool, 'command'),
    () => Transaction.snapshot(pool),
    async () =>
      (
        await Transaction.enter(pool, {
          kind: 'query',
          token: 'nobody',
          address: '',
          perm: null,
          now: new Date(),
        })
      ).transaction,
  ]) {
    const transaction = await open()
    const { rows } = await sql.raw<Record<string, string>>(limits).execute(transaction.db)
    expect(Object.values(rows[0]!)).toEqual(['1234ms', '10s', '5678ms', 'UTC'])
    await transaction.commit()
  }
  expect((await pool.query(limits)).rows).toEqual(before)
  await pool.end()
})
