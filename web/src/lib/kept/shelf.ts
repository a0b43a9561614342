import type { Keys, Mark, Store } from './store.ts'

/** All that is kept on a device, at most; the oldest goes first. */
export const KEPT_BYTES = 200 * 1024 * 1024

type Kept = { at: number; answer: unknown }

export type Shelf = {
  put: (question: string, answer: unknown, at: number) => Promise<void>
  take: (question: string) => Promise<Kept | null>
  amount: () => Promise<Amount>
}

export type Amount = { bytes: number; answers: number; oldest: number | null }

const text = new TextEncoder()

/**
 * The kept answers of one person of a company. Answers are sealed, and found by a keyed hash of their question, so that
 * without the keys nothing is to be read: not an answer, nor what was asked.
 */
export async function openShelf(store: Store, person: string, most = KEPT_BYTES): Promise<Shelf> {
  const keys = (await store.keys(person)) ?? (await makeKeys(store, person))
  const nameOf = async (question: string) =>
    hex(await crypto.subtle.sign('HMAC', keys.name, text.encode(`${person}\n${question}`)))

  return {
    async put(question, answer, at) {
      const name = await nameOf(question)
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const bytes = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: boundTo(name, at) },
        keys.seal,
        text.encode(JSON.stringify(answer)),
      )
      await store.put({ name, at, size: bytes.byteLength }, { iv, bytes })
      await store.remove(surplus(await store.marks(), most))
    },
    async take(question) {
      const name = await nameOf(question)
      const found = await store.get(name)
      if (!found) return null
      try {
        const opened = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: found.iv, additionalData: boundTo(name, found.at) },
          keys.seal,
          found.bytes,
        )
        return { at: found.at, answer: JSON.parse(new TextDecoder().decode(opened)) as unknown }
      } catch {
        // Altered, or sealed with keys that are gone.
        return null
      }
    },
    async amount() {
      const marks = await store.marks()
      return {
        bytes: marks.reduce((sum, { size }) => sum + size, 0),
        answers: marks.length,
        oldest: marks.reduce<number | null>((oldest, { at }) => Math.min(oldest ?? at, at), null),
      }
    },
  }
}

async function makeKeys(store: Store, person: string): Promise<Keys> {
  const [seal, name] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  await store.putKeys(person, { seal, name })
  return { seal, name }
}

/** An answer that is put in the place of another, or is given another age, does not open. */
const boundTo = (name: string, at: number) => text.encode(`${name} ${at}`)

/** The names of the oldest, until the rest fits. */
export function surplus(marks: readonly Mark[], most: number): string[] {
  let bytes = marks.reduce((sum, { size }) => sum + size, 0)
  const names: string[] = []
  for (const { name, size } of marks.toSorted((one, other) => one.at - other.at)) {
    if (bytes <= most) break
    bytes -= size
    names.push(name)
  }
  return names
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
