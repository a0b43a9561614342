import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { pow } from '@noble/curves/abstract/modular.js'
import { montgomery } from '@noble/curves/abstract/montgomery.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** X25519 by RFC 7748. The library's version includes Ed25519 for speed, which a single message does not need. */
const P = 2n ** 255n - 19n
const x25519 = montgomery({
  P,
  type: 'x25519',
  powPminus2: (x) => pow(x, P - 2n, P),
  adjustScalarBytes: (bytes: Uint8Array) => {
    bytes[0]! &= 248
    bytes[31]! &= 127
    bytes[31]! |= 64
    return bytes
  },
})

const INFO = 'heliodesk password 1'
const KEY_BYTES = 32
const NONCE_BYTES = 12

/**
 * Seals a text for the holder of an X25519 key: an ephemeral key per message, HKDF-SHA256 over the shared secret,
 * ChaCha20-Poly1305. In plain code, because WebCrypto is missing on plain HTTP inside a LAN. It is as large as a form,
 * so `seal.ts` loads it when the user types a password.
 */
export function sealFor({ keyId, publicKey }: { keyId: string; publicKey: string }, text: string): string {
  const theirs = fromBase64Url(publicKey)
  const secret = x25519.utils.randomSecretKey()
  const ours = x25519.getPublicKey(secret)
  const agreed = x25519.getSharedSecret(secret, theirs)
  const derived = hkdf(sha256, agreed, joined(ours, theirs), utf8(INFO), KEY_BYTES + NONCE_BYTES)
  const cipher = chacha20poly1305(derived.subarray(0, KEY_BYTES), derived.subarray(KEY_BYTES))
  return `enc1.${keyId}.${toBase64Url(joined(ours, cipher.encrypt(utf8(text))))}`
}

const utf8 = (text: string) => new TextEncoder().encode(text)

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
