import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Brings the schema up to date: numbered SQL files, forward only, each once, under an advisory lock so that any
 * number of starting processes may call it. `url` must belong to the owner of the schema.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('heliodesk_migrate'))")
    await client.query(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = await client.query<{ name: string }>('select name from schema_migration')
    const known = new Set(applied.rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).toSorted()
    const fresh = files.filter((name) => !known.has(name))
    for (const name of fresh) await apply(client, name)
    if (fresh.length > 0) await client.query(await readFile(new URL('grants.sql', folder), 'utf8'))
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string) {
  try {
    await client.query('begin')
    await client.query(await readFile(new URL(name, folder), 'utf8'))
    await client.query('insert into schema_migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    throw new Error(`数据库迁移 ${name} 失败 (migration failed)`, { cause: error })
  }
}

/**
 * The role that pooled connections take, or null when the given one already is an ordinary role that cannot skip
 * row-level security. Throws when neither can be had, because then tenants would see each other.
 */
export async function findPlainRole(url: string): Promise<'heliodesk_app' | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ member: boolean; strong: boolean }>(`
      select exists (select from pg_roles r where r.rolname = 'heliodesk_app' and pg_has_role(current_user, r.oid, 'member')) as member,
             (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as strong`)
    if (rows[0]!.member) return 'heliodesk_app'
    if (!rows[0]!.strong) return null
    throw new Error(
      'DATABASE_URL 的角色可绕过行级安全，且无法使用 heliodesk_app 角色 (the role bypasses row-level security)',
    )
  } finally {
    await client.end()
  }
}
