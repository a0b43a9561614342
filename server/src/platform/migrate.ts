import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { withOwner } from './owner-connection.ts'

const migrations = new URL('../../migrations/', import.meta.url)

type Migration = { name: string; text: string; checksum: string }
type Applied = { name: string; checksum: string | null }

/** squashed.json: which migrations the files up to `through` replaced, as docs/decisions/0029-squashed-migrations.md says. */
type Squash = {
  through: string
  /** The last commit that has the replaced files. */
  commit: string
  /** By name, the checksums of the texts that lead to the same schema: of one file also an earlier text, repaired later. */
  replaced: Record<string, string[]>
}

/**
 * Migrates the schema: numbered SQL files, forward only, each once, safe to run from any number of processes at a time.
 * Applied files are recorded with a checksum. A file that changed since, or that this program does not have, is refused
 * by name before anything is changed; so is a database that has run only some of the files that were squashed. If it has
 * run all of them, the files that replaced them are recorded instead. `url` must belong to the schema's owner; `folder`
 * holds the files.
 */
export async function migrate(url: string, folder = migrations): Promise<void> {
  const [files, squash] = await Promise.all([readMigrations(folder), readSquash(folder)])
  await withOwner(url, async (owner) => {
    const applied = await readApplied(owner)
    const texts = new Map(files.map(({ name, checksum }) => [name, [checksum]]))
    for (const [name, checksums] of Object.entries(squash.replaced)) texts.set(name, checksums)
    for (const { name } of applied) refuseUnknown(name, texts)
    refuseIncomplete(applied, squash)
    for (const each of applied) refuseChanged(each, texts)
    await owner.query(`
      create table if not exists schema_migration (
        name text primary key, applied_at timestamptz not null default now(), checksum text
      )`)
    const known = new Set(applied.map(({ name }) => name))
    if (applied.some(({ name }) => Object.hasOwn(squash.replaced, name))) {
      const squashed = files.filter(({ name }) => name <= squash.through)
      await recordInstead(owner, squash, squashed)
      for (const { name } of squashed) known.add(name)
    }
    for (const file of files) if (!known.has(file.name)) await apply(owner, file)
  })
}

/** The checksum of a migration's text; line endings changed by a checkout do not count. */
const checksumOf = (text: string): string =>
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

const readSquash = async (folder: URL) =>
  JSON.parse(await readFile(new URL('squashed.json', folder), 'utf8')) as Squash

/** The migrations applied so far; the first versions recorded no checksums. */
async function readApplied(owner: pg.Client): Promise<Applied[]> {
  const { rows: found } = await owner.query(`select where to_regclass('schema_migration') is not null`)
  if (found.length === 0) return []
  const { rows } = await owner.query<Applied>(
    `select name, to_jsonb(m) ->> 'checksum' as checksum from schema_migration m order by name`,
  )
  return rows
}

function refuseUnknown(name: string, texts: ReadonlyMap<string, string[]>): void {
  if (texts.has(name)) return
  throw new Error(
    `数据库已执行过迁移 ${name}，而本程序没有它：请使用更新的程序 (the database has run migration ${name}, which this program does not know: use a newer program)`,
  )
}

function refuseIncomplete(applied: Applied[], { replaced, commit }: Squash): void {
  const missing = Object.keys(replaced).filter((name) => !applied.some((each) => each.name === name))
  if (missing.length === 0 || missing.length === Object.keys(replaced).length) return
  throw new Error(
    `数据库尚未执行迁移 ${missing[0]} 等 ${missing.length} 个，而它们已被合并：请先用提交 ${commit} 的程序启动一次，再使用本程序 ` +
      `(the database has not run ${missing.length} migrations from ${missing[0]} on, which were squashed: start the program of commit ${commit} once, then this one)`,
  )
}

function refuseChanged({ name, checksum }: Applied, texts: ReadonlyMap<string, string[]>): void {
  if (checksum !== null && texts.get(name)?.includes(checksum)) return
  throw new Error(
    `迁移 ${name} 执行后其文件被改动：请恢复原文件，改动须写成新的迁移 (migration ${name} was changed after it had been run: restore the file, and make the change a new migration)`,
  )
}

/** Replaces the records of the migrations that were squashed, whose schema the database has already. */
async function recordInstead(owner: pg.Client, { replaced }: Squash, squashed: Migration[]): Promise<void> {
  await owner.query('begin')
  await owner.query('delete from schema_migration where name = any($1)', [Object.keys(replaced)])
  for (const each of squashed) await record(owner, each)
  await owner.query('commit')
}

const record = (owner: pg.Client, { name, checksum }: Migration) =>
  owner.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])

async function apply(owner: pg.Client, migration: Migration): Promise<void> {
  try {
    await owner.query('begin')
    await owner.query(migration.text)
    await auditTables(owner)
    await record(owner, migration)
    await owner.query('commit')
  } catch (error) {
    throw new Error(`数据库迁移 ${migration.name} 失败 (migration failed)`, { cause: error })
  }
}

/** What a migration added or changed is recorded in the audit log from now on (0181_audit.sql). */
async function auditTables(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`select where to_regproc('app.audit_all') is not null`)
  if (rows.length > 0) await owner.query('call app.audit_all()')
}
