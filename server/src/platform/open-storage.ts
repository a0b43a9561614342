import { openFolder } from './folder-storage.ts'
import type { Storage, StorageEnv } from './storage.ts'

const opened = new WeakMap<object, Storage>()

/** An S3 bucket if S3_BUCKET is set, else a folder. Processes that share a database must share the storage. */
export function openStorage(env: StorageEnv): Storage {
  let storage = opened.get(env)
  if (!storage) {
    storage = env.S3_BUCKET === undefined ? openFolder(env) : openBucket({ ...env, S3_BUCKET: env.S3_BUCKET })
    opened.set(env, storage)
  }
  return storage
}

/** The S3 client is large, so it is only loaded when needed. */
function openBucket(env: StorageEnv & { S3_BUCKET: string }): Storage {
  const bucket = import('./s3-storage.ts').then(({ openS3 }) => openS3(env))
  // The first use reports why it could not be loaded.
  bucket.catch(() => undefined)
  return {
    write: async (path, content) => (await bucket).write(path, content),
    read: async (path, range) => (await bucket).read(path, range),
    has: async (path) => (await bucket).has(path),
    remove: async (path) => (await bucket).remove(path),
    async *list(after) {
      yield* (await bucket).list(after)
    },
    removeUnfinished: async (before) => (await bucket).removeUnfinished(before),
    bin: {
      take: async (path) => (await bucket).bin.take(path),
      putBack: async (path) => (await bucket).bin.putBack(path),
      remove: async (path) => (await bucket).bin.remove(path),
      async *list(after) {
        yield* (await bucket).bin.list(after)
      },
    },
    marker: {
      read: async () => (await bucket).marker.read(),
      create: async (line) => (await bucket).marker.create(line),
      replace: async (line) => (await bucket).marker.replace(line),
    },
  }
}
