import type pg from 'pg'
import { openingOf } from '../platform/postgres.ts'
import { bareAddress } from './network.ts'
import { newToken, readApiToken, readToken } from './token.ts'
import type { SessionTimes, TokenUse } from './transaction.ts'

/** A token lives seven days (spec 1 §4). */
export const TOKEN_LIFE_MS = 604_800_000

/** A token is replaced in the second half of its life. If that answer seems to be lost, it is replaced again. */
const REFRESH_WITHIN_MS = TOKEN_LIFE_MS / 2
const REFRESH_AGAIN_MS = 600_000

/** The interface shows the last use in minutes; writing it on every call would cost more than most calls do. */
const TOUCH_EVERY_MS = 300_000

const isRefreshDue = ({ refreshedAt, expiresAt }: SessionTimes, now: Date) =>
  expiresAt.getTime() - now.getTime() < REFRESH_WITHIN_MS &&
  (refreshedAt === null || now.getTime() - refreshedAt.getTime() > REFRESH_AGAIN_MS)

/**
 * Updates a session after one of its calls: records its use, and returns a new token when the call's own is due for
 * replacement. Of several concurrent calls, one gets the new token.
 */
export async function keepUp(pool: pg.Pool, token: string, times: SessionTimes, now: Date) {
  const refresh = isRefreshDue(times, now)
  if (!refresh && now.getTime() - times.lastUsedAt.getTime() < TOUCH_EVERY_MS) return null
  const { tenantId, hash } = readToken(token)
  const client = await pool.connect()
  let failed = false
  try {
    await client.query(`begin; ${openingOf(pool)}; select set_config('app.tenant', '${tenantId}', true)`)
    const fresh = refresh ? await replace(client, tenantId, hash, now) : null
    await client.query(
      'update user_session set last_used_at = $2 where token_hash = $1 and last_used_at <= $3',
      [Buffer.from(hash, 'hex'), now, new Date(now.getTime() - TOUCH_EVERY_MS)],
    )
    await client.query('commit')
    return fresh
  } catch (error) {
    failed = true
    throw error
  } finally {
    client.release(failed)
  }
}

async function replace(client: pg.PoolClient, tenantId: number, hash: string, now: Date) {
  const fresh = newToken(tenantId)
  const { rowCount } = await client.query(
    `with old as (
       update user_session set refreshed_at = $2
       where token_hash = $1 and (refreshed_at is null or refreshed_at < $5)
       returning user_id, session_id, signed_in_at, method, device_id, client_address, user_agent
     )
     insert into user_session (token_hash, user_id, session_id, signed_in_at, method, device_id, client_address,
       user_agent, created_at, last_used_at, expires_at)
     select $3, user_id, session_id, signed_in_at, method, device_id, client_address, user_agent, $2, $2, $4 from old`,
    [
      Buffer.from(hash, 'hex'),
      now,
      fresh.hash,
      new Date(now.getTime() + TOKEN_LIFE_MS),
      new Date(now.getTime() - REFRESH_AGAIN_MS),
    ],
  )
  return rowCount === 1 ? fresh.token : null
}

/** How often a program's token records its use. */
const NOTE_EVERY_MS = 60_000

/** Records the use of a program's token, at most once a minute. */
export async function noteUse(
  pool: pg.Pool,
  { token, address, use }: { token: string; address: string; use: TokenUse },
  now: Date,
): Promise<void> {
  const program = readApiToken(token)
  if (!program || now.getTime() - use.usedAt.getTime() < NOTE_EVERY_MS) return
  const client = await pool.connect()
  let failed = false
  try {
    await client.query(
      `begin; ${openingOf(pool)}; select set_config('app.tenant', '${program.tenantId}', true)`,
    )
    await client.query(
      `update api_token set last_used_at = $2, last_used_from = $3
       where id = $1 and (last_used_at is null or last_used_at <= $4)`,
      [use.id, now, bareAddress(address), new Date(now.getTime() - NOTE_EVERY_MS)],
    )
    await client.query('commit')
  } catch (error) {
    failed = true
    throw error
  } finally {
    client.release(failed)
  }
}
