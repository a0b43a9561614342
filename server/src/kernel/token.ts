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

const API_SHAPE = /^hd_([0-9a-z]{1,6})_[A-Za-z0-9_-]{43}$/

/** A new token of a program; `prefix` is what people recognise it by. */
export function newApiToken(tenantId: number): { token: string; hash: Buffer; prefix: string } {
  const token = `hd_${tenantId.toString(36)}_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token), prefix: token.slice(0, token.length - 37) }
}

/** Tenant and hash of a program's token; null for what is none. */
export function readApiToken(token: string): { tenantId: number; hash: string } | null {
  const tenant = API_SHAPE.exec(token)?.[1]
  const tenantId = tenant ? Number.parseInt(tenant, 36) : 0
  return tenant ? { tenantId: tenantId < 2 ** 31 ? tenantId : 0, hash: hashOf(token).toString('hex') } : null
}

/** The form of a token that the database stores. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
