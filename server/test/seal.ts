import { createCipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import type { Harness } from './harness.ts'

const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

export type Key = { keyId: string; publicKey: string }

export const currentKey = (harness: Harness): Promise<Key> => harness.call(null, passwordCalls.key, {})

/** Seals a password like the web client. */
export function seal({ keyId, publicKey }: Key, text: string): string {
  const raw = Buffer.from(publicKey, 'base64url')
  const ours = generateKeyPairSync('x25519')
  const oursRaw = ours.publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
  const theirs = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })
  const agreed = diffieHellman({ privateKey: ours.privateKey, publicKey: theirs })
  const salt = Buffer.concat([oursRaw, raw])
  const derived = Buffer.from(hkdfSync('sha256', agreed, salt, 'heliodesk password 1', 44))
  const cipher = createCipheriv('chacha20-poly1305', derived.subarray(0, 32), derived.subarray(32), {
    authTagLength: 16,
  })
  const sealed = [oursRaw, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `enc1.${keyId}.${Buffer.concat(sealed).toString('base64url')}`
}
