import { readFile } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { databaseUrl } from './databases.ts'

const dump = new URL('database-0035.sql.zst', import.meta.url)

/**
 * Creates a database as migrations 0001–0035 left it before they were squashed, with a twelfth of the demo data; returns
 * its address. The dump is plain SQL (`pg_dump --inserts --no-owner --no-privileges`), so it needs no tool of PostgreSQL.
 * One trigger is in it as its migration wrote it, because PostgreSQL reads its own text of a compared row differently.
 */
export async function restoreOldDatabase(server: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = databaseUrl(server, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(zstdDecompressSync(await readFile(dump)).toString())
  await client.end()
  return url
}
