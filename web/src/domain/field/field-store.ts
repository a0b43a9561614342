import { create } from 'zustand'
import { emptyBook, type Book } from '../../lib/outbox/book.ts'
import type { Outbox } from '../../lib/outbox/outbox.ts'
import type { Progress } from '../../lib/outbox/sender.ts'

type State = {
  /** Whether it is known if there is an outbox. */
  isReady: boolean
  /** Null where nothing is kept: the person does not work in the field, or the browser keeps nothing safely. */
  outbox: Outbox | null
  /** What waits on this device. */
  book: Book
  progress: Progress
  /** How many bytes of photos the server has, by their ids. */
  carried: ReadonlyMap<string, number>
}

export const NO_FIELD: State = {
  isReady: false,
  outbox: null,
  book: emptyBook,
  progress: { isSending: false, rests: null },
  carried: new Map(),
}

/** What this person did on this device and the server has not answered yet. */
export const useField = create<State>(() => NO_FIELD)

/** Whether the order was submitted on this device, and the server has not heard of it. */
export const isSubmittedHere = ({ rows }: Book, orderId: string): boolean =>
  [...rows.values()].some(({ lane, kind, refusal }) => lane === orderId && kind === 'submit' && !refusal)
