import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { checksumOf, migrate } from './migrate.ts'

/** The last version before tables existed for stored bytes and device types. */
const OLD = '0016'

const folder = new URL('../../migrations/', import.meta.url)
const name = `test_migrate_${process.pid}`
const url = databaseUrl(inject('postgresUrl'), name)
const server = new pg.Client({ connectionString: inject('postgresUrl') })
let client: pg.Client

const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows

/** A company of that version: more kinds of devices than two digits can number, eight-digit ids, one file twice. */
const oldCompany = (devices: number) => `
  insert into tenant (name) values ('老公司');
  select set_config('app.tenant', '1', false);
  insert into department (org_code, name) values ('A01', '老公司');
  insert into psa (department_id, name) select id, '老项目' from department;
  insert into station (psa_id, department_id, dep_code, name)
    select p.id, p.department_id, '', '老电站' from psa p;
  insert into app_user (username, realname, password_hash, department_id)
    select 'old.user', '老用户', 'none', id from department;
  insert into device (id, station_id, name, device_type) overriding system value
    select 12345600 + n, (select id from station), '老设备' || n, case n when 1 then ' ' when 2 then '组串式逆变器'
      else '旧类型' || n end
    from generate_series(1, ${devices}) n;
  insert into stored_file (path, file_name, media_type, size, sha256, purpose, created_by, created_at)
    select 'old/' || n || '.png', n || '.png', 'image/png', 10, sha256('same'), 'avatar', (select id from app_user), now()
    from generate_series(1, 2) n;
  select set_config('app.tenant', '', false)`

/** What waited in that version: two exports of one person and one of another, an import, a message to be retried. */
const waiting = `
  select set_config('app.tenant', '1', false);
  insert into data_import (kind, file_name, file, department_id, state, row_count, report, created_by, created_at)
    select 'events', 'a.csv', '', d.id, 'importing', 1, '{}', u.id, now() from department d, app_user u;
  insert into data_import_waiting (tenant, import_id, user_id, attempts)
    select 1, i.id, i.created_by, 2 from data_import i;
  insert into export_waiting (turn, tenant, user_id) overriding system value values (7, 1, 1), (8, 1, 1), (9, 1, 2);
  insert into sms_message (tenant, phone, template, params, tries, next_try_at, state, created_at)
    select 1, '13800000000', 'login', '{}', 1, now() + interval '1 hour', state, now()
    from unnest(array['waiting', 'sent']) as state;
  select set_config('app.tenant', '', false)`

/** A database of an earlier version, which kept no checksums. */
async function openOld(database: string): Promise<pg.Client> {
  await server.query(`create database ${database}`)
  const old = new pg.Client({ connectionString: databaseUrl(inject('postgresUrl'), database) })
  await old.connect()
  await old.query(
    'create table schema_migration (name text primary key, applied_at timestamptz not null default now())',
  )
  return old
}

const textOf = (file: string) => readFile(new URL(file, folder), 'utf8')

async function runUpTo(old: pg.Client, last: string, texts: Record<string, string> = {}) {
  const { rows: done } = await old.query<{ name: string }>('select name from schema_migration')
  const files = (await readdir(folder)).filter((file) => /^\d{4}_/.test(file) && file.slice(0, 4) <= last)
  for (const file of files.toSorted()) {
    if (done.some((row) => row.name === file)) continue
    await old.query(texts[file] ?? (await textOf(file)))
    await old.query('insert into schema_migration (name) values ($1)', [file])
  }
}

beforeAll(async () => {
  await server.connect()
  client = await openOld(name)
  await runUpTo(client, OLD)
  await client.query(oldCompany(120))
  await client.query(waiting)
  await migrate(url)
}, 120_000)

afterAll(async () => {
  await client.end()
  await server.query(`drop database ${name} with (force)`)
  await server.end()
})

it('gives every device of an older database a code and a type of its own, and loses no kind of them', async () => {
  const devices = await ask<{ code: string; path: string }>(
    'select d.code, t.name as path from device d join device_type t on t.id = d.type_id order by d.id',
  )
  expect(devices.map(({ code }) => code)).toEqual(
    Array.from({ length: 120 }, (_, at) => `SB${12_345_601 + at}`),
  )
  expect(devices.slice(0, 3).map(({ path }) => path)).toEqual(['其他', '组串式逆变器', '旧类型3'])
  expect(new Set(devices.map(({ path }) => path)).size).toBe(120)
})

it('keeps the same bytes of an older database once, and counts them once', async () => {
  expect(await ask('select path, blob_path from stored_file order by path')).toEqual([
    { path: 'old/1.png', blob_path: 'old/1.png' },
    { path: 'old/2.png', blob_path: 'old/1.png' },
  ])
  expect(await ask('select bytes::int from file_usage')).toEqual([{ bytes: 10 }])
})

it('keeps what waited in the queue of each kind of work, in its order', async () => {
  const jobs = await ask(
    `select kind, key, payload, attempts, next_at is not null as first, next_at > now() as later from job
     order by kind, id`,
  )
  expect(jobs).toEqual([
    { kind: 'export', key: 'user 1', payload: { userId: '1' }, attempts: 0, first: true, later: false },
    { kind: 'export', key: 'user 1', payload: { userId: '1' }, attempts: 0, first: false, later: null },
    { kind: 'export', key: 'user 2', payload: { userId: '2' }, attempts: 0, first: true, later: false },
    {
      kind: 'import',
      key: null,
      payload: { importId: '1', userId: '1' },
      attempts: 2,
      first: true,
      later: false,
    },
    { kind: 'sms', key: null, payload: { id: '1' }, attempts: 1, first: true, later: true },
    {
      kind: 'sweep',
      key: null,
      payload: { stage: 'bytes', after: '' },
      attempts: 0,
      first: true,
      later: true,
    },
  ])
  const turns = await ask(`select id::int, key from job where kind = 'export' order by id`)
  expect(turns.map((row) => Object.values(row)[0])).toEqual([7, 8, 9])
  await client.query('begin')
  await ask('delete from job where id = 7')
  expect(await ask('select next_at = due_at as next from job where id = 8')).toEqual([{ next: true }])
  await client.query('rollback')
})

it('is done once: a second start changes nothing', async () => {
  const before = await ask('select name, applied_at from schema_migration order by name')
  await migrate(url)
  expect(await ask('select name, applied_at from schema_migration order by name')).toEqual(before)
})

it('codes of new devices go on however long ids get', async () => {
  await client.query(`select set_config('app.tenant', '1', false)`)
  const [row] = await ask<{ code: string }>(
    `insert into device (id, station_id, type_id, name) overriding system value
     select 123456789, s.id, (select min(id) from device_type), '新设备' from station s returning code`,
  )
  expect(row!.code).toBe('SB123456789')
})

describe('the ledger of devices whose migration was corrected after it had been run', () => {
  const LEDGER = '0021_device_ledger.sql'
  let old: pg.Client
  let earlier: string

  beforeAll(async () => {
    earlier = (await textOf(LEDGER))
      .replace(/-- At least seven digits[^]*?\$\$;\n\n/, '')
      .replace(
        `to_char(row_number() over (order by name), 'FM9999900')`,
        `lpad(row_number() over (order by name)::text, 2, '0')`,
      )
      .replace('app.device_code(d.id)', `'SB' || lpad(d.id::text, 7, '0')`)
      .replace('app.device_code(new.id)', `'SB' || lpad(new.id::text, 7, '0')`)
    old = await openOld(`${name}_ledger`)
    await runUpTo(old, OLD)
    await old.query(oldCompany(1))
    await runUpTo(old, '0021', { [LEDGER]: earlier })
    await migrate(databaseUrl(inject('postgresUrl'), `${name}_ledger`))
  }, 120_000)

  afterAll(async () => {
    await old.end()
    await server.query(`drop database ${name}_ledger with (force)`)
  })

  it('is known by what the database shows', async () => {
    const { rows } = await old.query<{ checksum: string }>(
      'select checksum from schema_migration where name = $1',
      [LEDGER],
    )
    expect(rows).toEqual([{ checksum: checksumOf(earlier) }])
    expect(await ask(`select checksum from schema_migration where name = '${LEDGER}'`)).toEqual([
      { checksum: checksumOf(await textOf(LEDGER)) },
    ])
  })

  it('gives whole codes after the repair, to devices of before and to the 10,000,001st and the next', async () => {
    await old.query(`select set_config('app.tenant', '1', false)`)
    const { rows: before } = await old.query('select code from device order by id')
    expect(before).toEqual([{ code: 'SB12345601' }])
    await old.query(`
      alter table device alter column id restart with 10000001;
      insert into device (station_id, type_id, name)
        select s.id, (select min(id) from device_type), '新设备' || n from station s, generate_series(1, 2) n`)
    const { rows } = await old.query(`select code from device where name like '新设备%' order by id`)
    expect(rows).toEqual([{ code: 'SB10000001' }, { code: 'SB10000002' }])
  })

  it('leaves the same schema as the corrected text', async () => {
    const schema = `
      select 'function ' || p.oid::regprocedure as what, pg_get_functiondef(p.oid) as how
        from pg_proc p where p.pronamespace = 'app'::regnamespace
      union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid)
        from pg_trigger where not tgisinternal
      union all select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'column ' || attrelid::regclass || ' ' || attname, format_type(atttypid, atttypmod)
        from pg_attribute join pg_class c on c.oid = attrelid
        where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
      order by 1`
    const { rows } = await old.query(schema)
    expect(rows.length).toBeGreaterThan(500)
    expect(rows).toEqual(await ask(schema))
  })
})

describe('what does not belong together is refused by name, and nothing is run', () => {
  /** The program's own migrations plus one, with the given files replaced. */
  async function programOf(files: Record<string, string>): Promise<URL> {
    const copy = await mkdtemp(join(tmpdir(), 'heliodesk-migrations-'))
    onTestFinished(() => rm(copy, { recursive: true, force: true }))
    await cp(folder, copy, { recursive: true })
    for (const [file, text] of Object.entries({ '9998_next.sql': 'create table next_one ()', ...files }))
      await writeFile(join(copy, file), text)
    return pathToFileURL(`${copy}/`)
  }
  const hasRun = async () => (await ask(`select to_regclass('next_one') is not null as ran`))[0]

  it('a file that was changed after it had been run', async () => {
    const program = await programOf({
      '0002_organisation.sql': `${await textOf('0002_organisation.sql')}\n-- more`,
    })
    await expect(migrate(url, program)).rejects.toThrow(/0002_organisation\.sql .*被改动.*was changed/)
    expect(await hasRun()).toEqual({ ran: false })
  })

  it('a migration of a newer program', async () => {
    await client.query(`insert into schema_migration (name, checksum) values ('9999_newer.sql', 'x')`)
    await expect(migrate(url, await programOf({}))).rejects.toThrow(
      /9999_newer\.sql.*更新的程序.*newer program/,
    )
    expect(await hasRun()).toEqual({ ran: false })
    await client.query(`delete from schema_migration where name = '9999_newer.sql'`)
  })

  it('a text of an earlier day that no later migration repairs', async () => {
    const settings = '0011_settings.sql'
    await client.query(`
      create table tenant_brand ();
      update schema_migration set checksum = null where name = '${settings}'`)
    await expect(migrate(url, await programOf({}))).rejects.toThrow(settings)
    await client.query('drop table tenant_brand')
    await migrate(url)
    expect(await hasRun()).toEqual({ ran: false })
  })

  it('but line ends that a checkout changed are no change', async () => {
    const program = await programOf({
      '0002_organisation.sql': (await textOf('0002_organisation.sql')).replaceAll('\n', '\r\n'),
      '9998_next.sql': 'create table next_one ()',
    })
    await migrate(url, program)
    expect(await hasRun()).toEqual({ ran: true })
    await client.query(`drop table next_one; delete from schema_migration where name = '9998_next.sql'`)
  })
})
