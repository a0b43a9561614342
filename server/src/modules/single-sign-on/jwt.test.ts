import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { singleSignOnCalls as calls } from '@heliodesk/contract/single-sign-on.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { exportJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { limitsUpkeep } from '../../kernel/limits.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { localServer } from '../../../test/local-server.ts'

const SECRET = 'a secret that both sides share, 32+'
const AUDIENCE = 'heliodesk'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const keys = {
  keys: [
    { ...(await exportJWK(rsa.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(curve.publicKey)), kid: 'k3', alg: 'ES256', use: 'sig' },
  ],
}
const keyServer = await localServer((request, response) => {
  if (request.url === '/jwks') response.end(JSON.stringify(keys))
  else response.writeHead(500).end()
})

const issuer = { audience: AUDIENCE, claim: 'preferred_username', skewSeconds: 60, tenant: '甲公司' }
const harness = useHarness({
  SSO_JWT_ISSUERS: [
    { ...issuer, issuer: 'portal', secret: SECRET },
    { ...issuer, issuer: 'identity', jwksUrl: `${keyServer}/jwks` },
    { ...issuer, issuer: 'curve', jwksUrl: `${keyServer}/jwks` },
    { ...issuer, issuer: 'silent', jwksUrl: `${keyServer}/broken` },
  ],
})

type Given = { claims?: JWTPayload; age?: number; life?: number }

/** A token from the issuer; times are seconds relative to the harness's clock. */
function tokenOf(iss: string, { claims = {}, age = 0, life = 300 }: Given = {}) {
  const now = Math.floor(harness.clock.now().getTime() / 1000) - age
  return new SignJWT({ preferred_username: 'a_worker', sub: 'u-17', ...claims })
    .setIssuer(iss)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + life)
}

const secret = new TextEncoder().encode(SECRET)
const shared = (given?: Given) => tokenOf('portal', given).setProtectedHeader({ alg: 'HS256' }).sign(secret)
const signed = (given?: Given, key = rsa.privateKey, kid = 'k1', iss = 'identity') =>
  tokenOf(iss, given).setProtectedHeader({ alg: 'RS256', kid }).sign(key)

const signIn = async (token: string | Promise<string>) =>
  harness.call(null, calls.jwt, { token: await token })
const refusal = async (token: string | Promise<string>) =>
  harness.refused(null, calls.jwt, { token: await token })

const FAULT = { status: 200, message: 'Token失效，请重新登录!', code: 'bad_token' }

/** Attempts are counted by address; a separate test covers that. */
const forgetTries = () => harness.owner.query('delete from attempt')

describe('a token of a configured issuer', () => {
  it.each([
    ['with a shared secret', shared],
    ['with a published key', signed],
  ])('%s opens a session of its user', async (_name, make) => {
    const { token, userInfo } = await signIn(make())
    expect(userInfo.username).toBe('a_worker')
    expect((await harness.call(token, sessionCalls.me, {})).username).toBe('a_worker')
    const { rows } = await harness.owner.query(
      `select method, outcome from sign_in_log where login = 'a_worker' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ method: 'jwt', outcome: 'success' }])
  })

  it('may say which system it comes from', async () => {
    const token = await shared({ claims: { jti: 'portal-1' } })
    const { userInfo } = await harness.call(null, calls.jwt, { token, service: 'https://portal.example/om' })
    expect(userInfo.username).toBe('a_worker')
  })

  it('finds the same user by its subject after the name changed there', async () => {
    await signIn(shared({ claims: { sub: 'u-18', preferred_username: 'a_colleague' } }))
    const { userInfo } = await signIn(
      shared({ claims: { sub: 'u-18', preferred_username: 'a.colleague.new' } }),
    )
    expect(userInfo.username).toBe('a_colleague')
  })

  it('bears a clock that is a minute off', async () => {
    await signIn(shared({ age: 340 }))
    await signIn(shared({ age: -50 }))
  })

  it.each([
    ['with an id', () => shared({ claims: { jti: randomUUID() } })],
    ['without one', () => shared()],
    ['of a key that has many right signatures', () => signed()],
  ])('%s signs in once, of many tries at once in two processes', async (_which, make) => {
    await forgetTries()
    const token = await make()
    const other = await buildApp({ pool: harness.pool, env: harness.env, clock: harness.clock })
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? other : harness.app).inject({ method: 'POST', url: '/api/sys/jwt', payload: { token } }),
      ),
    )
    await other.close()
    expect(tries.filter((each) => each.json<{ success: boolean }>().success)).toHaveLength(1)
  })

  it('with another signature over the same content is the same token', async () => {
    await forgetTries()
    const token = await tokenOf('curve')
      .setProtectedHeader({ alg: 'ES256', kid: 'k3' })
      .sign(curve.privateKey)
    await signIn(token)
    // For an ECDSA signature (r, s), (r, n - s) is valid too.
    const [content, signature] = [token.slice(0, token.lastIndexOf('.')), token.split('.')[2]!]
    const bytes = Buffer.from(signature, 'base64url')
    const mirrored = (P256_ORDER - BigInt(`0x${bytes.subarray(32).toString('hex')}`))
      .toString(16)
      .padStart(64, '0')
    const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(mirrored, 'hex')]).toString('base64url')
    expect(await refusal(`${content}.${twin}`)).toEqual(FAULT)
  })
})

describe('refuses', () => {
  it('a token with an id that signed in a day ago, when its counter could be swept', async () => {
    const token = await shared({ claims: { jti: randomUUID() } })
    await signIn(token)
    await harness.owner.query(`update attempt set updated_at = now() - interval '25 hours'`)
    await runOnce(harness.pool, limitsUpkeep, harness.env)
    expect(await refusal(token)).toEqual(FAULT)
  })

  it.each<[string, () => Promise<string> | string]>([
    [
      'another signature',
      () =>
        tokenOf('portal')
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(`${SECRET}!`)),
    ],
    ['a key that the issuer does not publish', () => signed({}, stranger.privateKey)],
    ['a key id that the issuer does not know', () => signed({}, stranger.privateKey, 'k2')],
    ['an issuer that is not configured', () => signed({}, rsa.privateKey, 'k1', 'elsewhere')],
    [
      'a token without a signature',
      () => new UnsecuredJWT({ iss: 'portal', aud: AUDIENCE, sub: 'u-17' }).encode(),
    ],
    [
      'the published key used as a shared secret',
      () =>
        tokenOf('identity')
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .sign(new TextEncoder().encode(rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string)),
    ],
    [
      'another audience',
      () => tokenOf('portal').setAudience('others').setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ],
    ['an expired token', () => shared({ age: 400 })],
    ['a token from the future', () => shared({ age: -3600, life: 7200 })],
    ['a token older than a day', () => shared({ age: 90_000, life: 200_000 })],
    ['a token without a name', () => shared({ claims: { preferred_username: '' } })],
    ['something that is no token', () => 'no.token.here'],
  ])('%s', async (_name, make) => {
    await forgetTries()
    expect(await refusal(make())).toEqual(FAULT)
  })

  const unfit = [
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x'.repeat(256),
    'x'.repeat(3000),
    7,
    null,
    {},
    ['a_worker'],
  ]
  it.each(
    ['sub', 'jti', 'preferred_username'].flatMap((claim) => unfit.map((value) => [claim, value] as const)),
  )('a token whose %s is %j, cleanly', async (claim, value) => {
    await forgetTries()
    expect(await refusal(shared({ claims: { [claim]: value } as JWTPayload }))).toEqual(FAULT)
  })

  it('people that do not exist, or belong to another company', async () => {
    for (const [sub, name] of [
      ['u-30', 'nobody'],
      ['u-31', 'b_worker'],
    ]) {
      const token = shared({ claims: { sub, preferred_username: name } })
      expect(await refusal(token)).toMatchObject({
        code: 'no_account',
        message: '该用户不存在或未绑定账号，请联系管理员',
      })
    }
  })

  it('somebody who is frozen, and notes it', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `update app_user set status = '2' where username = 'a_shift' returning id`,
    )
    const token = shared({ claims: { sub: 'u-32', preferred_username: 'a_shift' } })
    expect(await refusal(token)).toMatchObject({ code: 'frozen' })
    const log = await harness.owner.query('select outcome from sign_in_log where user_id = $1', [rows[0]!.id])
    expect(log.rows).toEqual([{ outcome: 'frozen' }])
  })

  it('says when the issuer cannot be asked, and does not count it', async () => {
    await forgetTries()
    const token = signed({}, rsa.privateKey, 'k1', 'silent')
    expect(await refusal(token)).toMatchObject({ code: 'issuer_unreachable' })
    expect((await harness.owner.query('select 1 from attempt')).rows).toEqual([])
  })

  it('any token from an address that sent too many wrong ones', async () => {
    await forgetTries()
    for (let count = 0; count < 20; count++) expect((await refusal('wrong')).code).toBe('bad_token')
    expect(await refusal(shared())).toMatchObject({ message: '登录失败次数过多，请 1 分钟后再试' })
    harness.clock.advance(61_000)
    await signIn(shared())
  })
})
