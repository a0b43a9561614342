import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { errorCode } from './failure.ts'
import type { Place } from './place.ts'

export const USER = 'heliodesk'
export const DATABASE = 'heliodesk'

const schema = z.object({
  host: z.literal('127.0.0.1'),
  port: z.int().min(1).max(65_535).nullable(),
  user: z.literal(USER),
  password: z.string().regex(/^[\w-]{20,}$/),
  database: z.literal(DATABASE),
  /** Process id of the last postmaster; like the port null before the first start. */
  pid: z.int().positive().nullable(),
})

export type Credentials = z.infer<typeof schema>

export function newCredentials(): Credentials {
  const password = randomBytes(24).toString('base64url')
  return { host: '127.0.0.1', port: null, user: USER, password, database: DATABASE, pid: null }
}

/** Null if the file is missing or damaged; a file that may not be read is an error. */
export function findCredentials(place: Place): Credentials | null {
  try {
    return schema.parse(JSON.parse(readFileSync(place.credentials, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || errorCode(error) === 'ENOENT')
      return null
    throw error
  }
}

export function writeCredentials(place: Place, credentials: Credentials): void {
  const fresh = `${place.credentials}.new`
  const file = openSync(fresh, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(credentials, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, place.credentials)
}

export function urlOf(credentials: Credentials, port: number): string {
  return `postgres://${credentials.user}:${credentials.password}@${credentials.host}:${port}/${credentials.database}`
}
