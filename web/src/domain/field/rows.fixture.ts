import { emptyBook, type Book, type Row } from '../../lib/outbox/book.ts'
import { intentOf, type Act } from './acts.ts'

let seq = 0

/** A queued act. */
export const queued = (orderId: string, act: Act, part: Partial<Row> = {}): Row => ({
  ...intentOf(orderId, act),
  seq: ++seq,
  tried: false,
  fails: 0,
  refusal: null,
  ...part,
})

export const photoOf = (id: string) => ({
  id,
  name: `${id}.jpg`,
  size: 3_000_000,
  sha256: '0'.repeat(64),
  takenTime: null,
  latitude: null,
  longitude: null,
})

export const bookOf = (rows: readonly Row[]): Book => ({
  ...emptyBook,
  rows: new Map(rows.map((row) => [row.key, row])),
})
