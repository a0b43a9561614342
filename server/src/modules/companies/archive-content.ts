import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import yazl from 'yazl'
import { inPortions } from '../../kernel/cursor.ts'
import type { Env } from '../../env.ts'
import { openStorage } from '../../platform/open-storage.ts'
import type { Db } from '../../platform/postgres.ts'
import { MissingBytes } from '../../platform/storage.ts'

/** Kept answers of commands, which say nothing that their records do not. */
const LEFT_OUT = ['idempotency']

type Table = { name: string; omitted: string[] }
type Blob = { path: string; sha256: string; size: string }
type About = { code: string; name: string; at: Date }
type Told = (done: number, of: number) => Promise<void>

/** Every table of companies, with its columns that hold secrets or bytes. */
async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, coalesce(array_agg(a.attname::text order by a.attnum) filter (
        where app.is_secret(a.attname, a.atttypid) or (c.relname, a.attname) = ('webhook', 'url')), '{}') as omitted
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all(${LEFT_OUT}::text[])
    group by c.oid, c.relname having bool_or(a.attname = 'tenant_id') order by c.relname`.execute(db)
  return rows
}

/**
 * A ZIP archive of all data of the company that the snapshot is in: a file of JSON lines for each table, the bytes of
 * its files, and a manifest with the numbers of rows and the checksums. It is written while it is read.
 */
export async function archiveOf(db: Db, env: Env, about: About, told: Told) {
  const tables = await tablesOf(db)
  const blobs =
    await sql<Blob>`select path, encode(sha256, 'hex') as sha256, size from file_blob order by path`.execute(
      db,
    )
  const files = await sql<object>`
    select path as id, file_name as name, media_type as "mediaType", size, encode(sha256, 'hex') as sha256, purpose,
      'files/' || blob_path as entry
    from stored_file order by id`.execute(db)
  const steps = tables.length + blobs.rows.length
  const counts = new Map<string, number>()
  const faults: { entry: string; fault: string }[] = []
  let done = 0
  const step = async () => told(++done, steps)

  async function* linesOf({ name, omitted }: Table): AsyncGenerator<string> {
    let count = 0
    const lines = sql<{ line: string }>`
      select (to_jsonb(t) - ${`{${omitted.join(',')}}`}::text[])::text as line from ${sql.table(name)} t`
    for await (const rows of inPortions(db, `archive_${name}`, lines)) {
      count += rows.length
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
    counts.set(name, count)
    await step()
  }

  async function* bytesOf({ path, sha256 }: Blob): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    try {
      for await (const chunk of await openStorage(env).read(path)) {
        hash.update(chunk as Buffer)
        yield chunk as Buffer
      }
      if (hash.digest('hex') !== sha256) faults.push({ entry: `files/${path}`, fault: '内容与校验值不符' })
    } catch (error) {
      if (!(error instanceof MissingBytes)) throw error
      faults.push({ entry: `files/${path}`, fault: '文件内容已不存在' })
    }
    await step()
  }

  async function* manifest(): AsyncGenerator<string> {
    yield JSON.stringify(
      {
        company: about.name,
        code: about.code,
        time: about.at.toISOString(),
        tables: tables.map(({ name, omitted }) => ({
          entry: `tables/${name}.jsonl`,
          rows: counts.get(name) ?? 0,
          ...(omitted.length > 0 && { omittedColumns: omitted }),
        })),
        omittedTables: LEFT_OUT,
        files: files.rows,
        faults,
      },
      null,
      2,
    )
  }

  const zip = new yazl.ZipFile()
  const stream = zip.outputStream as Readable
  // The archive requests its entries one after the other and does not forward their errors.
  const add = (content: AsyncGenerator<Buffer | string>, entry: string, compress = true) =>
    zip.addReadStream(
      Readable.from(content, { objectMode: false }).once('error', (error) => stream.destroy(error)),
      entry,
      { compress },
    )
  for (const table of tables) add(linesOf(table), `tables/${table.name}.jsonl`)
  for (const blob of blobs.rows) add(bytesOf(blob), `files/${blob.path}`, false)
  add(manifest(), 'manifest.json')
  zip.end()
  return { stream, rows: () => [...counts.values()].reduce((sum, each) => sum + each, 0) }
}
