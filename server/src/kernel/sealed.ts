import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomUUID,
  createDecipheriv,
  type KeyObject,
} from 'node:crypto'
import type { Db } from '../platform/postgres.ts'
import { removeExpired } from './expiry.ts'
import { StaleSeal } from './errors.ts'

/**
 * Sealed passwords in transit (spec 1 §5: "encrypted before sending"), which also protect them without TLS. The client
 * creates an X25519 key for one message, agrees on a secret with the server's current key, derives key and nonce by
 * HKDF-SHA256 (salt: both public keys, info below) and sends `enc1.<key id>.<base64url of its public key, ciphertext,
 * tag>` encrypted with ChaCha20-Poly1305.
 *
 * Eavesdroppers cannot read the password, and cannot decrypt recorded traffic later, because keys are deleted. While
 * its key exists, a recorded sealed password can be replayed in place of the plain one. A replay alone can neither sign
 * in nor change anything, because those calls also need a captcha or a code. Only TLS protects against an attacker who
 * modifies traffic.
 */
const INFO = 'heliodesk password 1'

/** A new key every hour; the previous one still opens messages for another hour. */
const FRESH_MS = 3_600_000
const LIFE_MS = 2 * FRESH_MS

export type PassingKey = { keyId: string; publicKey: string }

/** The current key to seal with; a new one is created if the newest is older than an hour. */
export async function currentPassingKey(db: Db, now: Date): Promise<PassingKey> {
  const fresh = await db
    .selectFrom('passing_key')
    .select(['id', 'public_key'])
    .where('created_at', '>', new Date(now.getTime() - FRESH_MS))
    .where('created_at', '<=', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (fresh) return { keyId: fresh.id, publicKey: fresh.public_key.toString('base64url') }
  const pair = generateKeyPairSync('x25519')
  const id = randomUUID().slice(0, 8)
  const publicKey = rawOf(pair.publicKey)
  await db
    .insertInto('passing_key')
    .values({
      id,
      private_key: pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
      public_key: publicKey,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFE_MS),
    })
    .execute()
  return { keyId: id, publicKey: publicKey.toString('base64url') }
}

const PASSWORD_FIELD = /password/i

/** At least a public key and a tag: too long to be a chosen password. */
const SEALED = /^enc1\.([\w-]{1,36})\.([\w-]{64,2000})$/

/** Opens the sealed values in the password fields of an input; the rest of the input is unchanged. */
export async function openSealed(db: Db, input: unknown, now: Date): Promise<unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const opened = new Map<string, unknown>(Object.entries(input))
  for (const [name, value] of opened) {
    if (!PASSWORD_FIELD.test(name) || typeof value !== 'string') continue
    const [, keyId, body] = SEALED.exec(value) ?? []
    if (keyId && body) opened.set(name, await open(db, keyId, body, now))
  }
  return Object.fromEntries(opened)
}

async function open(db: Db, keyId: string, body: string, now: Date): Promise<string> {
  const key = await db
    .selectFrom('passing_key')
    .select(['private_key', 'public_key'])
    .where('id', '=', keyId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const text = key && unseal(Buffer.from(body, 'base64url'), key.private_key, key.public_key)
  if (text === undefined) throw new StaleSeal('密码的加密密钥已更换，请重试')
  return text
}

function unseal(message: Buffer, privateDer: Buffer, publicRaw: Buffer): string | undefined {
  const theirs = message.subarray(0, 32)
  try {
    const shared = diffieHellman({
      privateKey: createPrivateKey({ key: privateDer, format: 'der', type: 'pkcs8' }),
      publicKey: keyOf(theirs),
    })
    const derived = Buffer.from(hkdfSync('sha256', shared, Buffer.concat([theirs, publicRaw]), INFO, 44))
    const cipher = createDecipheriv('chacha20-poly1305', derived.subarray(0, 32), derived.subarray(32), {
      authTagLength: 16,
    })
    cipher.setAuthTag(message.subarray(-16))
    return Buffer.concat([cipher.update(message.subarray(32, -16)), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

const keyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })

const rawOf = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)

export const passingKeyUpkeep = removeExpired('expired passing keys', 3_600_000, 'passing_key')
