import { answerOf, complete, openWhenNeeded } from '../indexed-db.ts'
import { finishForgetting, KEPT } from './forget.ts'

/** What opens the answers of a person; the browser uses these keys and never shows them. */
export type Keys = { seal: CryptoKey; name: CryptoKey }

/** One answer, sealed. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** What is known of an answer without opening it. */
export type Mark = { name: string; at: number; size: number }

export type Store = {
  keys: (person: string) => Promise<Keys | null>
  putKeys: (person: string, keys: Keys) => Promise<void>
  /** With which what this person has queued is sealed. */
  queueKey: (person: string) => Promise<CryptoKey | null>
  putQueueKey: (person: string, key: CryptoKey) => Promise<void>
  get: (name: string) => Promise<(Sealed & Mark) | null>
  put: (mark: Mark, sealed: Sealed) => Promise<void>
  marks: () => Promise<Mark[]>
  remove: (names: readonly string[]) => Promise<void>
}

const STORES = ['keys', 'queueKeys', 'answers', 'marks'] as const

/** The store of this device; another window may delete it at any time. */
export function openStore(): Store {
  const { open } = openWhenNeeded(connect)
  const reading = async (name: (typeof STORES)[number]) => (await open()).transaction(name).objectStore(name)
  const writing = async (run: (of: (name: (typeof STORES)[number]) => IDBObjectStore) => void) => {
    const transaction = (await open()).transaction(STORES, 'readwrite')
    const done = complete(transaction)
    run((name) => transaction.objectStore(name))
    await done
  }

  return {
    keys: async (person) => (await answerOf((await reading('keys')).get(person))) ?? null,
    putKeys: (person, keys) => writing((of) => void of('keys').put(keys, person)),
    queueKey: async (person) => (await answerOf((await reading('queueKeys')).get(person))) ?? null,
    putQueueKey: (person, key) => writing((of) => void of('queueKeys').put(key, person)),
    get: async (name) => {
      const db = await open()
      const transaction = db.transaction(['answers', 'marks'])
      const [sealed, mark] = await Promise.all([
        answerOf(transaction.objectStore('answers').get(name) as IDBRequest<Sealed | undefined>),
        answerOf(transaction.objectStore('marks').get(name) as IDBRequest<Mark | undefined>),
      ])
      return sealed && mark ? { ...sealed, ...mark } : null
    },
    put: (mark, sealed) =>
      writing((of) => {
        of('answers').put(sealed, mark.name)
        of('marks').put(mark, mark.name)
      }),
    marks: async () => answerOf((await reading('marks')).getAll() as IDBRequest<Mark[]>),
    remove: (names) =>
      writing((of) => {
        for (const name of names) {
          of('answers').delete(name)
          of('marks').delete(name)
        }
      }),
  }
}

async function connect(): Promise<IDBDatabase> {
  await finishForgetting()
  const request = indexedDB.open(KEPT, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const store of STORES) request.result.createObjectStore(store)
  })
  return answerOf(request)
}
