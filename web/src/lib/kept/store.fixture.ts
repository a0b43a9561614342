import type { Keys, Mark, Sealed, Store } from './store.ts'

/** The store of a device in memory. */
export function memoryStore() {
  const keys = new Map<string, Keys>()
  const queueKeys = new Map<string, CryptoKey>()
  const answers = new Map<string, Sealed & Mark>()
  const store: Store = {
    keys: async (person) => keys.get(person) ?? null,
    putKeys: async (person, made) => void keys.set(person, made),
    queueKey: async (person) => queueKeys.get(person) ?? null,
    putQueueKey: async (person, key) => void queueKeys.set(person, key),
    get: async (name) => answers.get(name) ?? null,
    put: async (mark, sealed) => void answers.set(mark.name, { ...sealed, ...mark }),
    marks: async () => [...answers.values()].map(({ name, at, size }) => ({ name, at, size })),
    remove: async (names) => {
      for (const name of names) answers.delete(name)
    },
  }
  return { store, keys, answers }
}
