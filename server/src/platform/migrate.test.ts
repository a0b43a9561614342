import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { restoreOldDatabase } from '../../test/old-database.ts'
import { databaseUrl } from '../../test/databases.ts'
import { migrate } from './migrate.ts'

const folder = new URL('../../migrations/', import.meta.url)
const name = `test_migrate_${process.pid}`
const url = databaseUrl(inject('postgresUrl'), name)
const server = new pg.Client({ connectionString: inject('postgresUrl') })
let client: pg.Client

const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await client.query<Row>(text, values)).rows
const records = () =>
  ask<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
const textOf = (file: string) => readFile(new URL(file, folder), 'utf8')
const hasRun = async () => (await ask(`select to_regclass('next_one') is not null as ran`))[0]

/** The program's own migrations plus one, with the given files replaced. */
async function programOf(files: Record<string, string> = {}): Promise<URL> {
  const copy = await mkdtemp(join(tmpdir(), 'heliodesk-migrations-'))
  onTestFinished(() => rm(copy, { recursive: true, force: true }))
  await cp(folder, copy, { recursive: true })
  for (const [file, text] of Object.entries({ '9998_next.sql': 'create table next_one ()', ...files }))
    await writeFile(join(copy, file), text)
  return pathToFileURL(`${copy}/`)
}

async function open(template: string) {
  await server.query(`create database ${name} template ${template}`)
  client = new pg.Client({ connectionString: url })
  await client.connect()
}

async function close() {
  await client.end()
  await server.query(`drop database ${name} with (force)`)
}

beforeAll(() => server.connect())
afterAll(() => server.end())

describe('a database of this program', () => {
  beforeAll(() => open(inject('templateDatabase')))
  afterAll(close)

  it('is migrated once: a second start changes nothing', async () => {
    const before = await ask('select name, applied_at from schema_migration order by name')
    expect(before.length).toBeGreaterThan(0)
    await Promise.all([migrate(url), migrate(url)])
    expect(await ask('select name, applied_at from schema_migration order by name')).toEqual(before)
  })

  it('is refused by name after a file was changed that it had run, and nothing is run', async () => {
    const program = await programOf({
      '0102_organisation.sql': `${await textOf('0102_organisation.sql')}\n-- more`,
    })
    await expect(migrate(url, program)).rejects.toThrow(/0102_organisation\.sql .*被改动.*was changed/)
    expect(await hasRun()).toEqual({ ran: false })
  })

  it('is refused by name if it has run a migration of a newer program, and nothing is run', async () => {
    await client.query(`insert into schema_migration (name, checksum) values ('9999_newer.sql', 'x')`)
    await expect(migrate(url, await programOf())).rejects.toThrow(
      /9999_newer\.sql.*更新的程序.*newer program/,
    )
    expect(await hasRun()).toEqual({ ran: false })
    await client.query(`delete from schema_migration where name = '9999_newer.sql'`)
  })

  it('takes line ends that a checkout changed for no change', async () => {
    const program = await programOf({
      '0102_organisation.sql': (await textOf('0102_organisation.sql')).replaceAll('\n', '\r\n'),
    })
    await migrate(url, program)
    expect(await hasRun()).toEqual({ ran: true })
    await client.query(`drop table next_one; delete from schema_migration where name = '9998_next.sql'`)
  })

  it('keeps nothing of a migration that fails', async () => {
    const before = await records()
    const failing = await programOf({ '9998_next.sql': 'create table next_one (); select 1 / 0' })
    await expect(migrate(url, failing)).rejects.toThrow(/9998_next\.sql/)
    expect(await hasRun()).toEqual({ ran: false })
    expect(await records()).toEqual(before)
  })
})

describe('a database from before the squash', () => {
  const template = `${name}_old`
  let newRecords: object[]
  let replaced: string[]

  beforeAll(async () => {
    replaced = Object.keys(
      (JSON.parse(await textOf('squashed.json')) as { replaced: Record<string, unknown> }).replaced,
    )
    await restoreOldDatabase(inject('postgresUrl'), template)
    await open(inject('templateDatabase'))
    newRecords = await records()
    await close()
  }, 120_000)

  afterAll(async () => {
    await server.query(`drop database ${template} with (force)`)
  })

  beforeEach(async () => {
    await open(template)
    return close
  })

  it('is recorded as one of this program by any number of processes, and runs what came later', async () => {
    expect((await records()).map((row) => row.name)).toEqual(replaced)
    await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect(await records()).toEqual(newRecords)
    await migrate(url, await programOf())
    expect(await hasRun()).toEqual({ ran: true })
  })

  it.each([
    ['the last one', `name > '0035'`, '0035_job.sql', 1],
    ['one in the middle', `name ~ '^0017'`, '0017_files.sql', 1],
    ['all but the first', `name > '0002'`, '0002_organisation.sql', 34],
  ])('is refused if it has not run %s, and nothing is recorded', async (_, missing, first, count) => {
    await client.query(`delete from schema_migration where ${missing}`)
    const before = await records()
    await expect(migrate(url, await programOf())).rejects.toThrow(
      new RegExp(
        `尚未执行迁移 ${first} 等 ${count} 个.*提交 \\w{7} 的程序.*${count} migrations from ${first}`,
      ),
    )
    expect(await records()).toEqual(before)
    expect(await hasRun()).toEqual({ ran: false })
  })

  it('is refused as well if it is so old that it kept no checksums', async () => {
    await client.query(
      `delete from schema_migration where name > '0017'; alter table schema_migration drop column checksum`,
    )
    await expect(migrate(url)).rejects.toThrow(/尚未执行迁移 0017_files\.sql/)
    expect(await ask(`select from information_schema.columns where column_name = 'checksum'`)).toEqual([])
  })

  /** Texts of files that were corrected after they had been run. */
  const LEDGER = [
    '0021_device_ledger.sql',
    '8f06436274c6cc07b242b44e386d8b653e84c8f348247ff30464b349a898ae47',
  ]
  const SETTINGS = ['0011_settings.sql', '23059b13c8800d43b27fb12f2840a994dee6cdec6bf124201c8d7c4e97ad0b06']
  const ranText = (text: string[]) =>
    ask('update schema_migration set checksum = $2 where name = $1 returning name', text)

  it('may have run an earlier text that a later migration repaired', async () => {
    expect(await ranText(LEDGER)).toHaveLength(1)
    await migrate(url)
    expect(await records()).toEqual(newRecords)
  })

  it.each([
    ['an earlier text that none repaired', SETTINGS],
    ['the earlier text of another file', ['0022_device_code_repair.sql', LEDGER[1]!]],
    ['a text without a checksum', ['0035_job.sql', null as unknown as string]],
  ])('is refused by name if it ran %s', async (_, text) => {
    expect(await ranText(text)).toHaveLength(1)
    const before = await records()
    await expect(migrate(url, await programOf())).rejects.toThrow(`${text[0]} was changed`)
    expect(await records()).toEqual(before)
    expect(await hasRun()).toEqual({ ran: false })
  })

  it('is refused by name after a squashed file was changed, once it is recorded', async () => {
    await migrate(url)
    const program = await programOf({ '0114_jobs.sql': `${await textOf('0114_jobs.sql')}\n-- more` })
    await expect(migrate(url, program)).rejects.toThrow(/0114_jobs\.sql .*was changed/)
    expect(await hasRun()).toEqual({ ran: false })
  })

  it('keeps its records if the start ends halfway through replacing them', async () => {
    const before = await records()
    await client.query(`
      create function public.fail() returns trigger language plpgsql as $$
        begin raise exception 'the end'; end $$;
      create trigger fail before insert on schema_migration for each row when (new.name like '0107%')
        execute function public.fail()`)
    await expect(migrate(url)).rejects.toThrow('the end')
    expect(await records()).toEqual(before)
    await client.query('drop function public.fail() cascade')
    await migrate(url)
    expect(await records()).toEqual(newRecords)
  })

  it('gives new devices whole codes, however long ids get', async () => {
    await migrate(url)
    await client.query(`select set_config('app.tenant', '1', false)`)
    const add = (id: string) =>
      ask<{ code: string }>(
        `insert into device (${id === '' ? '' : 'id, '}station_id, type_id, name) overriding system value
         select ${id === '' ? '' : `${id}, `}s.id, (select min(id) from device_type where tenant_id = 1), '新设备' || n
         from (select min(id) as id from station where tenant_id = 1) s, generate_series(1, 2) n returning code`,
      )
    await client.query('alter table device alter column id restart with 9999999')
    expect(await add('')).toEqual([{ code: 'SB9999999' }, { code: 'SB10000000' }])
    await client.query(`delete from device where name like '新设备%'`)
    expect(await add('123456789 + n')).toEqual([{ code: 'SB123456790' }, { code: 'SB123456791' }])
  })
})
