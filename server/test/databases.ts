import type pg from 'pg'

export function databaseUrl(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Copies it as files, which takes a fifth of the processor time of copying it through the log. */
export const copyDatabase = (server: pg.Pool | pg.Client, from: string, to: string) =>
  server.query(`create database ${to} template ${from} strategy file_copy`)

/** Drops the databases whose names begin so, and the login roles that the application made for them. */
export async function dropDatabases(server: pg.Pool | pg.Client, beginning: string): Promise<void> {
  const { rows } = await server.query<{ name: string; role: string }>(
    `select datname as name, 'heliodesk_login_' || oid as role from pg_database where starts_with(datname, $1)`,
    [beginning],
  )
  for (const { name, role } of rows) {
    await server.query(`drop database ${name} with (force)`)
    await server.query(`drop role if exists ${role}`)
  }
}
