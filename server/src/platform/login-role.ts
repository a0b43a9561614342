import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { one } from './certain.ts'
import { proveConnection } from './connection-proof.ts'
import { withOwner } from './owner-connection.ts'

const PLAIN = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication noinherit'

/** PostgreSQL's codes for a wrong password and for an unknown role at sign-in. */
const SIGN_IN_REFUSED = new Set(['28P01', '28000'])

/**
 * The address that the application signs in with: `url` itself if it belongs to an unprivileged role other than the
 * owner; with only the owner's address, that of a login role of this database, created if missing. All processes share
 * its password, which only the owner can read and no start changes. Throws if the owner may not create the role, with
 * the SQL to run, and if the role of `url` is privileged, with its faults.
 */
export async function openLogin(ownerUrl: string, url: string): Promise<string> {
  if (url !== ownerUrl) {
    const role = await prove(url)
    await withOwner(ownerUrl, (owner) => grant(owner, role))
    return url
  }
  const login = await withOwner(ownerUrl, ensureLogin)
  const own = addressOf(url, login)
  try {
    await prove(own)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && SIGN_IN_REFUSED.has(error.code ?? ''))) throw error
    // The database was restored next to an existing role of that name.
    await withOwner(ownerUrl, (owner) => setPassword(owner, login))
    await prove(own)
  }
  return own
}

type Login = { name: string; password: string }

/** The application's address with the host of the owner's, which is never a pooler's. */
export function directLogin(login: string, ownerUrl: string | undefined): string {
  if (ownerUrl === undefined) return login
  const { username, password, searchParams } = new URL(login)
  return addressOf(ownerUrl, {
    name: searchParams.get('user') ?? decodeURIComponent(username),
    password: searchParams.get('password') ?? decodeURIComponent(password),
  })
}

/** Signs in once, as every connection of the pool will; returns the role. */
async function prove(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  await client.connect()
  try {
    await proveConnection(client)
    const { rows } = await client.query<{ role: string }>('select session_user::text as role')
    return one(rows).role
  } finally {
    await client.end()
  }
}

/** Credentials in the query override those before the host, in every form of address. */
function addressOf(url: string, { name, password }: Login): string {
  const address = new URL(url)
  address.username = ''
  address.password = ''
  address.searchParams.set('user', name)
  address.searchParams.set('password', password)
  return address.href
}

async function ensureLogin(owner: pg.Client): Promise<Login> {
  const login = await keepLogin(owner)
  const { rows } = await owner.query<{ plain: boolean | null }>(
    `select rolcanlogin and not (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication) as plain
     from pg_roles where rolname = $1`,
    [login.name],
  )
  const role = pg.escapeIdentifier(login.name)
  const password = `password '${verifierOf(login.password)}'`
  if (!rows[0]) await command(owner, `create role ${role} ${PLAIN} ${password}`)
  else if (!rows[0].plain) await command(owner, `alter role ${role} ${PLAIN}`)
  await grant(owner, login.name)
  return login
}

const setPassword = (owner: pg.Client, { name, password }: Login) =>
  command(owner, `alter role ${pg.escapeIdentifier(name)} password '${verifierOf(password)}'`)

/**
 * Name and password of this database's role. Roles belong to the whole cluster, so the name contains the database's
 * number; a copy of the database gets another name and its own password.
 */
async function keepLogin(owner: pg.Client): Promise<Login> {
  const { rows } = await owner.query<Login>(
    `insert into app.application_login (role_name, password)
       select 'heliodesk_login_' || oid, $1 from pg_database where datname = current_database()
     on conflict (role_name) do update set password = coalesce(application_login.password, excluded.password)
     returning role_name as name, password`,
    [randomBytes(24).toString('base64url')],
  )
  return one(rows)
}

/** Runs one statement about roles, or throws with the statement for somebody with the rights to run. */
async function command(owner: pg.Client, sql: string): Promise<void> {
  try {
    await owner.query(sql)
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError && cause.code === '42501')) throw cause
    throw new Error(
      `DATABASE_URL 的角色无权建立应用的登录角色。请以管理员身份在 PostgreSQL 中执行以下语句后重新启动，见 docs/operations.md\n` +
        `(the role of DATABASE_URL may not make the application's login role: run this in PostgreSQL as an administrator, then start again)\n\n${sql};\n`,
      { cause },
    )
  }
}

/** The SCRAM verifier that PostgreSQL stores (RFC 5803), so that no statement or log contains the password. */
function verifierOf(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096]
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

const grants = new URL('../../migrations/grants.sql', import.meta.url)

/** Grants the role its rights, once for each state of the schema and of grants.sql. */
async function grant(owner: pg.Client, role: string): Promise<void> {
  const text = await readFile(grants, 'utf8')
  const { rows: migrations } = await owner.query('select name, checksum from schema_migration order by name')
  const state = createHash('sha256').update(text).update(JSON.stringify(migrations)).digest('hex')
  const { rows: known } = await owner.query(
    `select from app.application_login where role_name = $1 and granted = $2
       and has_table_privilege($1, 'work_order', 'select')`,
    [role, state],
  )
  if (known.length > 0) return
  await owner.query('begin')
  await owner.query(`select set_config('heliodesk.grantee', $1, true)`, [role])
  await owner.query(text)
  await owner.query(
    `insert into app.application_login (role_name, granted) values ($1, $2)
     on conflict (role_name) do update set granted = excluded.granted`,
    [role, state],
  )
  await owner.query('commit')
}
