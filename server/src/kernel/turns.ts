import { present } from '../platform/certain.ts'
type Waiting = { start: () => void; refuse: (cause: unknown) => void }

type Bounds = {
  /** How many run concurrently. */
  atOnce: number
  /** The queue limit of one owner, without those running; more are refused. */
  mostWaiting: number
  /** The error for work over that limit. */
  tooMany: Error
}

/**
 * Limits how much work runs concurrently, fairly among owners: owners take turns, one piece of work each, however many
 * they have queued. The work of one owner runs in the order in which it came.
 */
export class Turns<Owner> {
  readonly #bounds: Bounds
  /** In the order of the owners' turns. */
  readonly #waiting = new Map<Owner, Waiting[]>()
  readonly #idlers = new Set<() => void>()
  #running = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Waits until nothing runs or waits, up to this many milliseconds. */
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

  /** Runs `work` when its turn comes. Throws the reason of `signal` if that aborts first. */
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

  /** Gives the free slot to the owner whose turn it is, and moves that owner to the end of the line. */
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
