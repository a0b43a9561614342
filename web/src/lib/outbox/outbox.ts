import type { Book, Intent, Row } from './book.ts'
import { openDatabase } from './database.ts'
import { openFiles } from './files.ts'
import { Seal } from './seal.ts'
import { Sender, type Line, type Progress } from './sender.ts'
import { Store, type Health, type Picture } from './store.ts'

export type Outbox = {
  /** What was found at the start. */
  health: () => Health
  book: () => Promise<Book>
  /** On disk when it resolves: only then may the person be told. */
  add: (intent: Intent, picture?: Picture) => Promise<Row>
  /** Takes back what was never sent, or forgets what was refused; false when it is too late. */
  drop: (key: string) => Promise<boolean>
  /** A photo whose bytes are lost need not come; what waited for it goes on. */
  doWithout: (photo: string) => Promise<void>
  /** A photo that is on this device; null when its bytes cannot be read. */
  photo: (id: string) => Promise<Blob | null>
  /** Tries at once instead of at the end of the pause. */
  wake: () => void
  stop: () => void
}

type Options = {
  person: { tenantId: string | number; userId: string }
  /** Seals what lies on the device; of AES-GCM. */
  key: CryptoKey
  line: Line
  tell?: (progress: Progress) => void
  report?: (error: unknown) => void
}

/**
 * The outbox of a person on this device, read and healed; it sends until `stop`. Null where
 * the browser keeps nothing safely, as on a page without HTTPS.
 */
export async function openOutbox({
  person: { tenantId, userId },
  key: sealKey,
  line,
  tell = () => {},
  report = reportError,
}: Options): Promise<Outbox | null> {
  if (!navigator.locks || typeof indexedDB === 'undefined') return null
  const name = `field-${tenantId}-${userId}`
  const alone =
    (lock: string) =>
    <T>(work: () => Promise<T>): Promise<T> =>
      navigator.locks.request(`${name} ${lock}`, work) as Promise<T>
  const files = openFiles(name)
  const seal = new Seal(sealKey)
  const store = new Store({
    database: openDatabase(name),
    files,
    alone: alone('store'),
    amend: (book) => seal.changesFor(book),
  })
  await store.open()
  const book = async (): Promise<Book> => {
    const sealed = await store.book()
    seal.keepOnly(sealed.rows)
    const rows = await Promise.all([...sealed.rows.values()].map((row) => seal.open(row)))
    return { ...sealed, rows: new Map(rows.map((row) => [row.key, row])) }
  }
  const sender = new Sender({
    store,
    line: seal.line(line, ({ id }) => store.settle([{ did: 'lose', photo: id }])),
    wait: pause,
    alone: alone('send'),
    tell,
    report,
  })
  const wake = () => sender.wake()
  const wakeInFront = () => document.hidden || sender.wake()
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wakeInFront)
  const sending = sender.run().catch(report)
  return {
    health: () => store.health,
    book,
    async add(intent, picture) {
      const row = await store.add(await seal.close(intent), picture && seal.closePicture(picture))
      sender.wake()
      return seal.open(row)
    },
    drop: (key) => store.drop(key),
    async doWithout(photo) {
      await store.doWithout(photo)
      sender.wake()
    },
    async photo(id) {
      const photo = (await store.book()).photos.get(id)
      if (!photo) return null
      const parts: Uint8Array<ArrayBuffer>[] = []
      for (let at = 0; at < photo.pieces.length; at++) {
        const part = await store.piece(photo, at)
        if (!part) return null
        const opened = await seal.openPart(photo, at, part).catch(() => null)
        if (!opened) return null
        parts.push(opened)
      }
      return new Blob(parts)
    },
    wake,
    stop() {
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wakeInFront)
      sender.stop()
      void sending.then(() => files?.close())
    },
  }
}

function pause(ms: number, woken: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  return Promise.race([over, woken]).finally(() => clearTimeout(timer))
}
