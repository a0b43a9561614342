import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { migrate } from './migrate.ts'

/** The last version that knew neither stored bytes nor device types as things of their own. */
const OLD = '0016'

const folder = new URL('../../migrations/', import.meta.url)
const name = `test_migrate_${process.pid}`
const url = databaseUrl(inject('postgresUrl'), name)
const server = new pg.Client({ connectionString: inject('postgresUrl') })
let client: pg.Client

const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows

/** A company of that version: more kinds of devices than two digits count, ids of eight digits, one file twice. */
const oldCompany = `
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
    from generate_series(1, 120) n;
  insert into stored_file (path, file_name, media_type, size, sha256, purpose, created_by, created_at)
    select 'old/' || n || '.png', n || '.png', 'image/png', 10, sha256('same'), 'avatar', (select id from app_user), now()
    from generate_series(1, 2) n;
  select set_config('app.tenant', '', false)`

beforeAll(async () => {
  await server.connect()
  await server.query(`create database ${name}`)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'create table schema_migration (name text primary key, applied_at timestamptz not null default now())',
  )
  const files = (await readdir(folder)).filter((file) => /^\d{4}_/.test(file) && file.slice(0, 4) <= OLD)
  for (const file of files.toSorted()) {
    await client.query(await readFile(new URL(file, folder), 'utf8'))
    await client.query('insert into schema_migration (name) values ($1)', [file])
  }
  await client.query(oldCompany)
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
