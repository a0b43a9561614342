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
import type { Upkeep } from './context.ts'
import { StaleSeal } from './errors.ts'

/**
 * Passwords on their way (spec 1 §5: "encrypted before sending"), also where TLS is missing. The client makes an
 * X25519 key for one message, agrees with the server's current key, derives key and nonce by HKDF-SHA256 (salt: both
 * public keys, info below) and sends `enc1.<key id>.<base64url of its public key, ciphertext, tag>` under
 * ChaCha20-Poly1305.
 *
 * It keeps a password from whoever reads along, now or later, since keys are deleted. A sealed password that was
 * recorded stands for the password as long as its key does, as the plain one would; what it cannot do alone is sign in
 * or change anything, because those calls also spend a captcha or a code. Somebody who changes traffic is stopped by
 * TLS only.
 */
const INFO = 'heliodesk password 1'

/** A new key every hour; the one before still opens for as long again, and no longer. */
const FRESH_MS = 3_600_000
const LIFE_MS = 2 * FRESH_MS

export type PassingKey = { keyId: string; publicKey: string }

/** The key to seal with now, made when there is none younger than an hour. */
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

/** At least a public key and a tag: too long to be taken for a password that somebody chose. */
const SEALED = /^enc1\.([\w-]{1,36})\.([\w-]{64,2000})$/

/** Opens what came sealed among an input's password fields; the rest of the input stays as it is. */
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

export const passingKeyUpkeep: Upkeep = {
  name: 'expired passing keys',
  everyMs: 3_600_000,
  async run(db) {
    await db.deleteFrom('passing_key').where('expires_at', '<', new Date()).execute()
  },
}
