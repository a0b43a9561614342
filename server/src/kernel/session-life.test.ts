import { sessionCalls as calls } from '@heliodesk/contract/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../test/harness.ts'
import { hashOf, newToken } from './token.ts'

const harness = useHarness()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let token: string

beforeEach(async () => {
  token = await harness.signIn('a_worker')
})

const ask = (with_ = token) => harness.request('GET', '/sys/user/getUserInfo', { token: with_ })
const freshFrom = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.headers['x-access-token'] as string | undefined

const hashesOf = async (of: string) => {
  const { sessionId } = (await harness.call(of, calls.sessions, {})).find(({ current }) => current)!
  return (
    await harness.owner.query<{ last_used_at: Date }>(
      'select last_used_at from user_session where session_id = $1 order by created_at',
      [sessionId],
    )
  ).rows
}

async function waitingForLocks() {
  const { rows } = await harness.owner.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.n
}

describe('a token', () => {
  it('ends after seven days without a call', async () => {
    harness.clock.advance(7 * DAY - 1000)
    expect((await ask()).status).toBe(200)
    harness.clock.advance(2000)
    expect(await ask()).toMatchObject({ status: 401, body: { message: 'Token失效，请重新登录!' } })
  })

  it('is not replaced in the first half of its life', async () => {
    harness.clock.advance(3.5 * DAY - MINUTE)
    expect(freshFrom(await ask())).toBeUndefined()
  })

  it('is replaced in the second half by one that lives seven days more, and stands until its own end', async () => {
    harness.clock.advance(3.5 * DAY + MINUTE)
    const fresh = freshFrom(await ask())!
    expect(fresh).toMatch(/^[0-9a-z]+\.[\w-]{43}$/)
    expect(freshFrom(await ask(fresh))).toBeUndefined()
    harness.clock.advance(3.4 * DAY)
    expect((await ask()).status).toBe(200)
    harness.clock.advance(0.2 * DAY)
    expect((await ask()).status).toBe(401)
    harness.clock.advance(3.3 * DAY)
    expect((await ask(fresh)).status).toBe(200)
  })

  it('gets one successor when many calls come at once, and another ten minutes later if that was lost', async () => {
    harness.clock.advance(4 * DAY)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(answers.map(freshFrom).filter(Boolean)).toHaveLength(1)
    harness.clock.advance(9 * MINUTE)
    expect(freshFrom(await ask())).toBeUndefined()
    harness.clock.advance(2 * MINUTE)
    expect(freshFrom(await ask())).toBeDefined()
  })
})

describe('a session', () => {
  it('stays one in the list, whatever its tokens, and ends with all of them', async () => {
    harness.clock.advance(4 * DAY)
    const second = freshFrom(await ask())!
    harness.clock.advance(11 * MINUTE)
    const third = freshFrom(await ask())!
    const listed = await harness.call(third, calls.sessions, {})
    expect(listed.filter(({ current }) => current)).toHaveLength(1)
    expect(new Set(listed.map(({ sessionId }) => sessionId)).size).toBe(listed.length)
    expect(await hashesOf(second)).toHaveLength(3)
    await harness.call(third, calls.logout, {})
    for (const each of [token, second, third]) expect((await ask(each)).status).toBe(401)
  })

  it('that ends while its token is being replaced leaves no successor behind', async () => {
    const successor = newToken(harness.tenant.tenantId)
    const other = await harness.signIn('a_worker')
    const replacing = await harness.owner.connect()
    await replacing.query('begin')
    await replacing.query('update user_session set refreshed_at = now() where token_hash = $1', [
      hashOf(token),
    ])
    await replacing.query(
      `insert into user_session (tenant_id, token_hash, user_id, session_id, signed_in_at, created_at, last_used_at, expires_at)
       select tenant_id, $2, user_id, session_id, signed_in_at, created_at, last_used_at, expires_at
       from user_session where token_hash = $1`,
      [hashOf(token), successor.hash],
    )
    const ending = harness.call(other, calls.endOtherSessions, {})
    await expect.poll(waitingForLocks, { interval: 5 }).toBe(1)
    await replacing.query('commit')
    replacing.release()
    expect(await ending).toBeGreaterThan(0)
    for (const each of [token, successor.token]) expect((await ask(each)).status).toBe(401)
  })

  it('notes its use every five minutes at most', async () => {
    const [{ last_used_at: start }] = (await hashesOf(token)) as [{ last_used_at: Date }]
    harness.clock.advance(4 * MINUTE)
    await ask()
    expect((await hashesOf(token))[0]!.last_used_at).toEqual(start)
    harness.clock.advance(2 * MINUTE)
    await Promise.all(Array.from({ length: 5 }, () => ask()))
    const [{ last_used_at: then }] = (await hashesOf(token)) as [{ last_used_at: Date }]
    expect(then.getTime() - start.getTime()).toBeGreaterThan(5 * MINUTE)
    harness.clock.advance(4 * MINUTE)
    await ask()
    expect((await hashesOf(token))[0]!.last_used_at).toEqual(then)
  })
})
