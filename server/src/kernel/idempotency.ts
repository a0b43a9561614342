import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { DomainError, Refusal, type Ctx } from './context.ts'

/**
 * How long answers are kept: as long as a phone may rest in a drawer between two tries of the same command. After that
 * a repeat would have a second effect.
 */
export const KEY_LIFE_MS = 60 * 86_400_000

export const KEY_SHAPE = /^[\w.:-]{8,100}$/

/**
 * Runs a command at most once per user and idempotency key. A repeat that arrives while the first is running waits on
 * the unique index; a later repeat gets the stored answer. A failed or refused command stores nothing, so its repeat
 * runs again.
 */
export async function once(ctx: Ctx, key: string, path: string, input: unknown, run: () => Promise<unknown>) {
  if (!KEY_SHAPE.test(key)) throw new DomainError('idempotency_key', '幂等键（Idempotency-Key）格式不正确')
  const request = { open: openHashOf(ctx, input), secrets: secretsOf(input) }
  const first = await ctx.db
    .insertInto('idempotency')
    .values({ key, path, request_hash: await fingerprintOf(request, randomBytes(SALT_BYTES)) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!first) return storedAnswer(ctx, key, path, request)
  const answer = await run()
  if (answer instanceof Refusal) {
    await ctx.db
      .deleteFrom('idempotency')
      .where('user_id', '=', ctx.who.userId)
      .where('key', '=', key)
      .execute()
    return answer
  }
  await ctx.db
    .updateTable('idempotency')
    .set({ answer: sql`${JSON.stringify(answer)}::json` })
    .where('user_id', '=', ctx.who.userId)
    .where('key', '=', key)
    .execute()
  return answer
}

type Request = { open: Buffer; secrets: string | null }

const HASH_BYTES = 32
const SALT_BYTES = 16
/** Costs 32 MB and tens of milliseconds per guess. */
const SLOW = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const slowHash = promisify<string, Buffer, number, typeof SLOW, Buffer>(scrypt)

const isSecret = (name: string) => /password/i.test(name)

/** Hash of the input without passwords, the file, and the other form fields. */
function openHashOf({ file }: Ctx, input: unknown): Buffer {
  const hash = createHash('sha256').update(
    JSON.stringify(input, (name, value: unknown) => (isSecret(name) ? undefined : value)),
  )
  if (!file) return hash.digest()
  hash.update(`\n${file.sha256.toString('hex')} ${file.name}`)
  for (const [name, bytes] of file.beside)
    hash.update(`\n${createHash('sha256').update(bytes).digest('hex')} ${name}`)
  return hash.digest()
}

/** The passwords of an input as one text, by field name; null if it has none. */
function secretsOf(input: unknown): string | null {
  const secrets: [string, unknown][] = []
  JSON.stringify(input, (name, value: unknown) => {
    if (!isSecret(name)) return value
    secrets.push([name, value])
    return undefined
  })
  return secrets.length > 0 ? JSON.stringify(secrets) : null
}

/** The stored form of a request. It must not help to guess a password, so passwords are salted and hashed slowly. */
async function fingerprintOf({ open, secrets }: Request, salt: Buffer): Promise<Buffer> {
  if (secrets === null) return open
  return Buffer.concat([open, salt, await slowHash(secrets, salt, HASH_BYTES, SLOW)])
}

async function isSame(request: Request, stored: Buffer): Promise<boolean> {
  const given = await fingerprintOf(request, stored.subarray(HASH_BYTES, HASH_BYTES + SALT_BYTES))
  return given.length === stored.length && timingSafeEqual(given, stored)
}

async function storedAnswer(ctx: Ctx, key: string, path: string, request: Request): Promise<unknown> {
  const stored = await ctx.db
    .selectFrom('idempotency')
    .select(['path', 'request_hash', 'answer'])
    .where('user_id', '=', ctx.who.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (stored.path !== path || !(await isSame(request, stored.request_hash))) {
    throw new DomainError('idempotency_key', '幂等键（Idempotency-Key）已用于另一个请求')
  }
  return stored.answer
}
