import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError, Refusal, type Ctx } from './context.ts'

export const KEY_SHAPE = /^[\w.:-]{8,100}$/

/**
 * Runs a command at most once per user and key. A repeat that arrives while the first is under way waits for it in
 * the unique index; one that arrives later gets the stored answer. A command that failed or refused stores nothing, so
 * that its repeat is a fresh try.
 */
export async function once(ctx: Ctx, key: string, path: string, input: unknown, run: () => Promise<unknown>) {
  if (!KEY_SHAPE.test(key)) throw new DomainError('idempotency_key', '幂等键（Idempotency-Key）格式不正确')
  const hash = createHash('sha256').update(JSON.stringify(input, withoutSecrets)).digest()
  const first = await ctx.db
    .insertInto('idempotency')
    .values({ key, path, request_hash: hash })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!first) return storedAnswer(ctx, key, path, hash)
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

/** A stored hash must not help anybody to guess a password. */
const withoutSecrets = (name: string, value: unknown) => (/password/i.test(name) ? undefined : value)

async function storedAnswer(ctx: Ctx, key: string, path: string, hash: Buffer): Promise<unknown> {
  const stored = await ctx.db
    .selectFrom('idempotency')
    .select(['path', 'request_hash', 'answer'])
    .where('user_id', '=', ctx.who.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (stored.path !== path || !stored.request_hash.equals(hash)) {
    throw new DomainError('idempotency_key', '幂等键（Idempotency-Key）已用于另一个请求')
  }
  return stored.answer
}
