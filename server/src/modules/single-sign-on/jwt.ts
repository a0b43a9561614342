import { createHash } from 'node:crypto'
import { own } from '@heliodesk/contract/own.ts'
import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import type { Env } from '../../env.ts'
import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { hit } from '../../kernel/limits.ts'
import { present } from '../../platform/certain.ts'
import { isFit, wrongToken, type Identity } from './elsewhere.ts'

type Issuer = Env['SSO_JWT_ISSUERS'][number]

/** A token with a longer lifetime is refused, because it could be passed on. */
const LONGEST_LIFE_S = 86_400
const DAY_MS = 86_400_000

const UNREACHABLE = new Refusal('issuer_unreachable', signInFaults.unreachable)

/** The key set could not be fetched, or is invalid. */
const NO_KEYS = new Set([errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code])

const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const SYMMETRIC = ['HS256', 'HS384', 'HS512']

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/** The issuer's keys; refetched for unknown keys, at most every half minute. */
function keySetOf(url: string) {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: 5000 })
  keySets.set(url, known)
  return known
}

/** Checks signature, issuer, audience, times and single use of a token; returns its identity. */
export async function identityOfJwt(ctx: PublicCtx, token: string): Promise<Identity | Refusal> {
  const issuer = issuerOf(ctx.env, token)
  if (!issuer) return wrongToken(ctx)
  let payload: JWTPayload
  try {
    payload = await verified(issuer, token, ctx.now)
  } catch (error) {
    // An unknown key is an error of the token; a key set that cannot be fetched is not.
    if (error instanceof errors.JOSEError && !NO_KEYS.has(error.code)) return wrongToken(ctx)
    ctx.log.warn({ err: error, issuer: issuer.issuer }, 'keys of the issuer could not be fetched')
    return UNREACHABLE
  }
  const login = own(payload, issuer.claim)
  if (!isFit(login) || !isFit(payload.sub)) return wrongToken(ctx)
  if (payload.jti !== undefined && !isFit(payload.jti)) return wrongToken(ctx)
  if (await isUsed(ctx, issuer, payload.jti ?? signedPartOf(token))) return wrongToken(ctx)
  return { thirdType: `jwt:${issuer.issuer}`, subject: payload.sub, login, tenant: issuer.tenant }
}

function issuerOf(env: Env, token: string): Issuer | undefined {
  try {
    const { iss } = decodeJwt(token)
    return env.SSO_JWT_ISSUERS.find(({ issuer }) => issuer === iss)
  } catch {
    return undefined
  }
}

async function verified(issuer: Issuer, token: string, now: Date): Promise<JWTPayload> {
  const options = {
    issuer: issuer.issuer,
    audience: issuer.audience,
    clockTolerance: issuer.skewSeconds,
    currentDate: now,
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: LONGEST_LIFE_S,
  }
  const { payload } = issuer.secret
    ? await jwtVerify(token, new TextEncoder().encode(issuer.secret), { ...options, algorithms: SYMMETRIC })
    : await jwtVerify(token, keySetOf(present(issuer.jwksUrl)), { ...options, algorithms: ASYMMETRIC })
  return payload
}

/**
 * Identifies a token without an id: header and payload, which the signature covers. The signature itself is not unique.
 */
const signedPartOf = (token: string) => token.slice(0, token.lastIndexOf('.'))

/** A token signs in once, in whichever process. */
async function isUsed(ctx: PublicCtx, { issuer }: Issuer, id: string): Promise<boolean> {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, id]))
    .digest('base64url')
  return (await hit(ctx.db, `jwt:${digest}`, { windowMs: DAY_MS * 2, max: 1 }, ctx.now)) > 0
}
