import { present } from '../platform/certain.ts'
type Waiting = { start: () => void; refuse: (cause: unknown) => void }

type Bounds = {
  /** How many run at a time. */
  atOnce: number
  /** Of one owner, those that run not counted; what comes beyond is refused. */
  mostWaiting: number
  /** What is thrown then. */
  tooMany: Error
}

/**
 * Work that may run only a little at a time, fair among its owners: they take turns, one piece each, however many
 * pieces one of them has waiting. Of one owner the pieces run in the order in which they came.
 */
export class Turns<Owner> {
  readonly #bounds: Bounds
  /** In the order of whose turn is next. */
  readonly #waiting = new Map<Owner, Waiting[]>()
  readonly #idlers = new Set<() => void>()
  #running = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Waits until nothing runs and nothing waits, but no longer than this. */
  async idle(mostMs: number): Promise<void> {
    if (this.#running === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(finish, mostMs)
      const idlers = this.#idlers
      idlers.add(finish)
      function finish() {
        clearTimeout(timer)
        idlers.delete(finish)
        resolve()
      }
    })
  }

  /** Runs `work` when its turn has come; one that `signal` ends before that throws its reason. */
  async take<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.#running < this.#bounds.atOnce) this.#running++
    else await this.#wait(owner, signal)
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  async #wait(owner: Owner, signal?: AbortSignal): Promise<void> {
    const line = this.#waiting.get(owner) ?? []
    if (line.length >= this.#bounds.mostWaiting) throw this.#bounds.tooMany
    this.#waiting.set(owner, line)
    let leave = () => {}
    await new Promise<void>((start, refuse) => {
      const waiting = { start, refuse }
      line.push(waiting)
      leave = () => this.#leave(owner, waiting, signal?.reason)
      signal?.addEventListener('abort', leave, { once: true })
    })
    signal?.removeEventListener('abort', leave)
  }

  #leave(owner: Owner, waiting: Waiting, reason: unknown) {
    const line = this.#waiting.get(owner)
    const at = line?.indexOf(waiting) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    if (line.length === 0) this.#waiting.delete(owner)
    waiting.refuse(reason)
  }

  /** The place of what has ended goes to the owner whose turn it is, who then comes last. */
  #startNext() {
    const [next] = this.#waiting
    if (!next) {
      this.#running--
      if (this.#running === 0) for (const finish of this.#idlers) finish()
      return
    }
    const [owner, line] = next
    this.#waiting.delete(owner)
    const { start } = present(line.shift())
    if (line.length > 0) this.#waiting.set(owner, line)
    start()
  }
}
