import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Env } from '../env.ts'
import { keyFileOf } from '../platform/key-file.ts'

/** Where a secret lies. Its cipher text does not open anywhere else. */
export type SecretPlace = { tenant: number; table: string; column: string; row: string }

/** A version, the key's id, and the initial vector, the content and the tag of AES-256-GCM. */
const SEALED = /^enc1\.([\da-f]{8})\.([\w-]{38,})$/
const IV_BYTES = 12
const TAG_BYTES = 16

type Key = { id: string; bytes: Buffer }

/** Secrets of companies, which the database keeps under a key that it does not have (docs/decisions/0115). */
export class Secrets {
  readonly #current: Key
  readonly #keys: ReadonlyMap<string, Key>

  constructor(current: string, old: readonly string[]) {
    this.#current = keyFrom(current)
    this.#keys = new Map([...old.map((text) => keyFrom(text)), this.#current].map((key) => [key.id, key]))
  }

  /** What is sealed under the current key starts with it. */
  get prefix(): string {
    return `enc1.${this.#current.id}.`
  }

  /** The ids of the keys that are known. */
  get ids(): string[] {
    return [...this.#keys.keys()]
  }

  /** Empty stays empty. */
  seal(place: SecretPlace, text: string): string {
    if (text === '') return ''
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#current.bytes, iv).setAAD(nameOf(place))
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return this.prefix + sealed.toString('base64url')
  }

  /** Null if its key is not known any more, or it was altered or put there from elsewhere. */
  open(place: SecretPlace, stored: string): string | null {
    const parts = SEALED.exec(stored)
    // As a version before this one left it; the next start seals it.
    if (!parts) return stored
    const key = this.#keys.get(parts[1] ?? '')
    if (!key) return null
    const bytes = Buffer.from(parts[2] ?? '', 'base64url')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(nameOf(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString()
    } catch {
      return null
    }
  }
}

function keyFrom(text: string): Key {
  const derive = (what: string, bytes: number) => Buffer.from(hkdfSync('sha256', text, '', what, bytes))
  return { id: derive('heliodesk secrets 1 id', 4).toString('hex'), bytes: derive('heliodesk secrets 1', 32) }
}

const nameOf = ({ tenant, table, column, row }: SecretPlace) =>
  Buffer.from(JSON.stringify([tenant, table, column, row]))

const made = new Map<string, Secrets>()

/** Under `SECRETS_KEY`, or the key file of the installation, which is made when it is first needed. */
export function secretsOf(env: Pick<Env, 'SECRETS_KEY' | 'SECRETS_KEY_OLD' | 'DATA_DIR'>): Secrets {
  const { SECRETS_KEY, SECRETS_KEY_OLD, DATA_DIR } = env
  const name = JSON.stringify([SECRETS_KEY, SECRETS_KEY_OLD, DATA_DIR])
  let secrets = made.get(name)
  if (!secrets) {
    const inFile = keyFileOf(DATA_DIR, SECRETS_KEY === undefined)
    const known = [...SECRETS_KEY_OLD, ...(inFile === null ? [] : [inFile])]
    secrets = new Secrets(SECRETS_KEY ?? inFile ?? '', known)
    made.set(name, secrets)
  }
  return secrets
}
