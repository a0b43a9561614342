import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { withOwner } from './owner-connection.ts'

const migrations = new URL('../../migrations/', import.meta.url)

type Migration = { name: string; text: string; checksum: string }
type Applied = { name: string; checksum: string | null }

/**
 * Migrations that were corrected after release, before checksums were kept: how to recognise that a database ran the
 * old text, and whether a later migration repairs it.
 */
const earlierTexts: { name: string; checksum: string; ran: string; repaired: boolean }[] = [
  {
    name: '0011_settings.sql',
    checksum: '23059b13c8800d43b27fb12f2840a994dee6cdec6bf124201c8d7c4e97ad0b06',
    ran: `to_regclass('public.tenant_brand') is not null`,
    repaired: false,
  },
  {
    name: '0021_device_ledger.sql',
    checksum: '8f06436274c6cc07b242b44e386d8b653e84c8f348247ff30464b349a898ae47',
    ran: `to_regprocedure('app.device_code(bigint)') is null`,
    repaired: true,
  },
]

/**
 * Migrates the schema: numbered SQL files, forward only, each once, safe to run from any number of processes at a time.
 * Applied files are recorded with a checksum. A file that changed since, or that this program does not have, is refused
 * by name before anything is changed. `url` must belong to the schema's owner; `folder` holds the files.
 */
export async function migrate(url: string, folder = migrations): Promise<void> {
  const files = await readMigrations(folder)
  await withOwner(url, async (owner) => {
    const applied = await readApplied(owner, files)
    for (const each of applied) refuseStranger(each, files)
    await keepChecksums(owner, applied)
    const known = new Set(applied.map(({ name }) => name))
    for (const file of files) if (!known.has(file.name)) await apply(owner, file)
  })
}

/** The checksum of a migration's text; line endings changed by a checkout do not count. */
export const checksumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: checksumOf(text) }
    }),
  )
}

/** The migrations applied so far. Where no checksum was kept, the schema shows which text was applied. */
async function readApplied(owner: pg.Client, files: Migration[]): Promise<Applied[]> {
  const { rows: found } = await owner.query(`select where to_regclass('schema_migration') is not null`)
  if (found.length === 0) return []
  const { rows } = await owner.query<Applied>(
    `select name, to_jsonb(m) ->> 'checksum' as checksum from schema_migration m order by name`,
  )
  for (const row of rows) {
    if (row.checksum !== null) continue
    row.checksum = files.find(({ name }) => name === row.name)?.checksum ?? null
    for (const earlier of earlierTexts) {
      if (earlier.name !== row.name) continue
      const { rows: ran } = await owner.query(`select where ${earlier.ran}`)
      if (ran.length > 0) row.checksum = earlier.checksum
    }
  }
  return rows
}

function refuseStranger({ name, checksum }: Applied, files: Migration[]): void {
  const file = files.find((each) => each.name === name)
  if (!file) {
    throw new Error(
      `数据库已执行过迁移 ${name}，而本程序没有它：请使用更新的程序 (the database has run migration ${name}, which this program does not know: use a newer program)`,
    )
  }
  const earlier = earlierTexts.find((each) => each.repaired && each.checksum === checksum)
  if (file.checksum === checksum || earlier?.name === name) return
  throw new Error(
    `迁移 ${name} 执行后其文件被改动：请恢复原文件，改动须写成新的迁移 (migration ${name} was changed after it had been run: restore the file, and make the change a new migration)`,
  )
}

async function keepChecksums(owner: pg.Client, applied: Applied[]): Promise<void> {
  await owner.query(`
    create table if not exists schema_migration (
      name text primary key, applied_at timestamptz not null default now(), checksum text
    );
    alter table schema_migration add column if not exists checksum text`)
  for (const { name, checksum } of applied) {
    const sql = 'update schema_migration set checksum = $2 where name = $1 and checksum is null'
    await owner.query(sql, [name, checksum])
  }
}

async function apply(owner: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await owner.query('begin')
    await owner.query(text)
    await owner.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await owner.query('commit')
  } catch (error) {
    throw new Error(`数据库迁移 ${name} 失败 (migration failed)`, { cause: error })
  }
}
