import type { Book, Intent, Row } from './book.ts'
import { openDatabase } from './database.ts'
import { openFiles } from './files.ts'
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
  /** Tries at once instead of at the end of the pause. */
  wake: () => void
  stop: () => void
}

type Options = {
  person: { tenantId: string | number; userId: string }
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
  const store = new Store({ database: openDatabase(name), files, alone: alone('store') })
  await store.open()
  const sender = new Sender({ store, line, wait: pause, alone: alone('send'), tell, report })
  const wake = () => sender.wake()
  const wakeInFront = () => document.hidden || sender.wake()
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wakeInFront)
  const sending = sender.run().catch(report)
  return {
    health: () => store.health,
    book: () => store.book(),
    async add(intent, picture) {
      const row = await store.add(intent, picture)
      sender.wake()
      return row
    },
    drop: (key) => store.drop(key),
    async doWithout(photo) {
      await store.doWithout(photo)
      sender.wake()
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
