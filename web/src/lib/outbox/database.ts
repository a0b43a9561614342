import { answerOf, complete, openWhenNeeded } from '../indexed-db.ts'
import { emptyBook, type Book, type Photo, type Row } from './book.ts'

/** A book in the database. Every write is on disk when it resolves, together or not at all. */
export type Database = {
  /** `whole` is false for one that the browser has begun anew since `write` last told it that it is. */
  read: () => Promise<{ book: Book; whole: boolean }>
  write: (
    before: Book,
    after: Book,
    more?: { pieces?: { photo: string; bytes: Uint8Array[] } },
  ) => Promise<void>
  /** A piece of a photo that `write` was given. */
  piece: (photo: string, at: number) => Promise<Uint8Array<ArrayBuffer> | null>
}

const STORES = ['rows', 'photos', 'gone', 'pieces', 'marks'] as const

/** Browsers may say that a transaction is complete before it is on disk, unless asked for this. */
const ON_DISK: IDBTransactionOptions = { durability: 'strict' }

export function openDatabase(name: string): Database {
  const { open, forget } = openWhenNeeded(() => connect(name))

  async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const start = async () => (await open()).transaction(STORES, mode, mode === 'readwrite' ? ON_DISK : {})
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
      forget()
      return start()
    }
  }

  return {
    async read() {
      const transaction = await begin('readonly')
      const all = <T>(store: string) => answerOf(transaction.objectStore(store).getAll() as IDBRequest<T[]>)
      const [rows, photos, gone, marks] = await Promise.all([
        all<Row>('rows'),
        all<Photo>('photos'),
        all<[string, number]>('gone'),
        all<true>('marks'),
      ])
      return { book: bookOf(rows, photos, gone), whole: marks.length > 0 }
    },
    async write(before, after, { pieces } = {}) {
      const transaction = await begin('readwrite')
      const written = complete(transaction)
      try {
        put(transaction.objectStore('rows'), before.rows, after.rows)
        put(transaction.objectStore('photos'), before.photos, after.photos)
        const gone = transaction.objectStore('gone')
        for (const key of before.gone.keys()) if (!after.gone.has(key)) gone.delete(key)
        for (const [key, seq] of after.gone) if (!before.gone.has(key)) gone.put([key, seq], key)
        transaction.objectStore('marks').put(true, 'whole')
        const store = transaction.objectStore('pieces')
        pieces?.bytes.forEach((bytes, at) => store.put(bytes, [pieces.photo, at]))
        for (const id of before.photos.keys())
          if (!after.photos.has(id)) store.delete(IDBKeyRange.bound([id], [id, []]))
      } catch (error) {
        written.catch(() => {})
        transaction.abort()
        throw error
      }
      await written
    },
    async piece(photo, at) {
      const store = (await begin('readonly')).objectStore('pieces')
      const bytes = await answerOf(store.get([photo, at]) as IDBRequest<Uint8Array<ArrayBuffer> | undefined>)
      return bytes ?? null
    },
  }
}

function connect(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const store of STORES) request.result.createObjectStore(store)
  })
  return answerOf(request)
}

function put<T>(store: IDBObjectStore, before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): void {
  for (const key of before.keys()) if (!after.has(key)) store.delete(key)
  for (const [key, value] of after) if (before.get(key) !== value) store.put(value, key)
}

const bookOf = (rows: Row[], photos: Photo[], gone: [string, number][]): Book => ({
  ...emptyBook,
  rows: new Map(rows.map((row) => [row.key, row])),
  photos: new Map(photos.map((photo) => [photo.id, photo])),
  gone: new Map(gone),
})
