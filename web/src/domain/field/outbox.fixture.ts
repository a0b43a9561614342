import {
  apply,
  emptyBook,
  mayDrop,
  nextSeq,
  type Book,
  type Change,
  type Row,
} from '../../lib/outbox/book.ts'
import type { Outbox } from '../../lib/outbox/outbox.ts'
import { NO_FIELD, useField } from './field-store.ts'

/** An outbox in memory that sends nothing; what is queued is in `useField`, as on a device. */
export function openInMemory(rows: readonly Row[] = []): {
  change: (changes: readonly Change[]) => void
  rows: () => Row[]
} {
  let book: Book = apply(
    emptyBook,
    rows.map((row) => ({ did: 'add', row, photo: null })),
  )
  const change = (changes: readonly Change[]) => {
    book = apply(book, changes)
    useField.setState({ book })
  }
  const outbox: Outbox = {
    health: () => ({ files: 'kept', healed: { database: 0, journal: 0 }, unreadable: 0 }),
    book: async () => book,
    add: async (intent, picture) => {
      const row = { ...intent, seq: nextSeq(book), tried: false, fails: 0, refusal: null }
      const photo = picture && {
        id: picture.id,
        lane: intent.lane,
        size: picture.bytes.length,
        sha256: picture.sha256,
        pieces: [],
        announced: false,
        lost: false,
      }
      change([{ did: 'add', row, photo: photo ?? null }])
      return row
    },
    drop: async (key) => {
      const row = book.rows.get(key)
      if (!row || !mayDrop(row)) return false
      change([{ did: 'drop', key }])
      return true
    },
    doWithout: async (photo) => change([{ did: 'carry', photo }]),
    photo: async () => null,
    wake: () => {},
    stop: () => {},
  }
  useField.setState({ ...NO_FIELD, isReady: true, outbox, book })
  return { change, rows: () => [...book.rows.values()] }
}
