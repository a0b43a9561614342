import { createHash, randomBytes } from 'node:crypto'

/** A new session token: the tenant in base 36, a dot, 256 random bits. */
export function newToken(tenantId: number): { token: string; hash: Buffer } {
  const token = `${tenantId.toString(36)}.${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

const SHAPE = /^([0-9a-z]{1,6})\.[A-Za-z0-9_-]{43}$/

/** Tenant and hash of a token. A malformed token gets tenant 0, which does not exist. */
export function readToken(token: string): { tenantId: number; hash: string } {
  const tenant = SHAPE.exec(token)?.[1]
  const tenantId = tenant ? Number.parseInt(tenant, 36) : 0
  return { tenantId: tenantId < 2 ** 31 ? tenantId : 0, hash: hashOf(token).toString('hex') }
}

/** The form of a token that the database stores. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
