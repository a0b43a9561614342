import { emptyBook, type Book } from './book.ts'
import type { Database } from './database.ts'
import type { Files } from './files.ts'
import type { Handle } from './journal.ts'
import { Vault } from './vault.ts'

/** A window or worker of the app; what it had begun is over when it dies. */
export class Process {
  isDead = false
}

type Step = {
  process: Process
  run: () => unknown
  settle: (() => void) | null
  travels: boolean
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Only one thing happens at a time, and a death may fall between any two, also between doing and hearing of it. */
export class World {
  #steps: Step[] = []
  /** Requests of the dead that still arrive. */
  #late: (() => unknown)[] = []

  step<T>(process: Process, run: () => T, travels = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!process.isDead) this.#steps.push({ process, run, settle: null, travels, resolve, reject })
    })
  }

  async advance(choice: number): Promise<void> {
    if (choice % 7 === 0) this.arrive()
    this.#steps = this.#steps.filter(({ process }) => !process.isDead)
    const step = this.#steps[choice % Math.max(1, this.#steps.length)]
    if (step?.settle) {
      this.#steps.splice(this.#steps.indexOf(step), 1)
      step.settle()
    } else if (step) this.#run(step)
    await quiet()
  }

  arrive(): void {
    try {
      this.#late.shift()?.()
    } catch {
      // Nobody is there to hear of it.
    }
  }

  kill(process: Process, arrives: boolean): void {
    process.isDead = true
    for (const { process: of, run, settle, travels } of this.#steps)
      if (of === process && travels && arrives && !settle) this.#late.push(run)
    this.#steps = this.#steps.filter((step) => step.process !== process)
  }

  #run(step: Step): void {
    try {
      const value = step.run()
      step.settle = () => step.resolve(value as never)
    } catch (error) {
      step.settle = () => step.reject(error)
    }
  }
}

/** All that follows in the same turn has followed. */
export const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Numbers from 0 to 1, the same for a seed. */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

class Cut extends Error {}

/** A file of which an unflushed end may be missing after a death. */
class MemoryFile {
  bytes = new Uint8Array()
  flushed = new Uint8Array()
  readonly #disk: Disk
  constructor(disk: Disk) {
    this.#disk = disk
  }
  handle(process: Process): Handle {
    const disk = this.#disk
    return {
      getSize: () => this.bytes.length,
      read: (to, { at }) => {
        const part = this.bytes.subarray(at, at + to.length)
        to.set(part)
        return part.length
      },
      write: (from, { at }) => {
        const room = Math.max(0, Math.min(from.length, disk.quota - disk.used()))
        const isCut = disk.countDown(process)
        const part = from.subarray(0, isCut ? Math.floor(room / 3) : room)
        const next = new Uint8Array(Math.max(this.bytes.length, at + part.length))
        next.set(this.bytes)
        next.set(part, at)
        this.bytes = next
        if (isCut) throw new Cut()
        return part.length
      },
      truncate: (size) => {
        if (disk.countDown(process)) throw new Cut()
        this.bytes = this.bytes.slice(0, size)
      },
      flush: () => {
        if (disk.countDown(process)) throw new Cut()
        this.flushed = this.bytes.slice()
      },
    }
  }
  /** What a machine without power keeps: all that was flushed, and more or less of the rest. */
  lose(part: number): void {
    const kept = this.flushed.length + Math.floor(Math.max(0, this.bytes.length - this.flushed.length) * part)
    this.bytes = this.bytes.length < this.flushed.length ? this.flushed.slice() : this.bytes.slice(0, kept)
    this.flushed = this.bytes.slice()
  }
}

type Stored = { book: Book; pieces: Map<string, Uint8Array>; whole: boolean }

const nothing: Stored = { book: emptyBook, pieces: new Map(), whole: false }

/** What one death may do to what is stored; what is left must be enough. */
export const damages = [
  'database lost',
  'database older',
  'journal lost',
  'journal altered',
  'pieces lost',
] as const

/** What is left of a device when its processes die. */
export class Disk {
  quota = Infinity
  readonly files = { one: new MemoryFile(this), other: new MemoryFile(this), pieces: new MemoryFile(this) }
  #stored: Stored = nothing
  #older: Stored[] = []
  /** So many writes until the process dies in the middle of one. */
  cutAfter = Infinity

  used(): number {
    return Object.values(this.files).reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /** How often the database was written. */
  writes = 0

  get book(): Book {
    return this.#stored.book
  }

  countDown(process: Process): boolean {
    if (--this.cutAfter > 0) return false
    this.cutAfter = Infinity
    process.isDead = true
    return true
  }

  damage(how: (typeof damages)[number], part: number): void {
    if (how === 'database lost') this.#stored = nothing
    if (how === 'database older')
      this.#stored = this.#older[Math.floor(part * this.#older.length)] ?? this.#stored
    if (how === 'journal lost')
      for (const file of [this.files.one, this.files.other]) file.bytes = new Uint8Array()
    if (how === 'journal altered')
      for (const { bytes } of [this.files.one, this.files.other])
        if (bytes.length > 0) bytes[Math.floor(part * bytes.length)]! ^= 0x55
    if (how === 'pieces lost') this.files.pieces.bytes = new Uint8Array()
  }

  database(world: World, process: Process): Database {
    return {
      read: () => world.step(process, () => ({ book: this.#stored.book, whole: this.#stored.whole })),
      write: (_before, book, { pieces } = {}) =>
        world.step(process, () => {
          if (this.used() > this.quota) throw new DOMException('full', 'QuotaExceededError')
          this.writes++
          const kept = new Map(this.#stored.pieces)
          pieces?.bytes.forEach((bytes, at) => kept.set(`${pieces.photo} ${at}`, bytes))
          this.#older = [...this.#older, this.#stored].slice(-5)
          this.#stored = { book, pieces: kept, whole: true }
        }),
      piece: (photo, at) =>
        world.step(
          process,
          () => (this.#stored.pieces.get(`${photo} ${at}`) as Uint8Array<ArrayBuffer>) ?? null,
        ),
    }
  }

  vault(world: World, process: Process): Files {
    const { one, other, pieces } = this.files
    const ask =
      <Name extends keyof Vault>(name: Name) =>
      (...input: Parameters<Vault[Name]>) =>
        new Promise<never>((resolve, reject) => {
          const vault = new Vault([one.handle(process), other.handle(process)], pieces.handle(process))
          const run = () => (vault[name] as (...given: unknown[]) => never)(...input)
          world.step(process, run).then(resolve, (error: unknown) => {
            if (!(error instanceof Cut)) reject(error)
          })
        })
    return {
      read: ask('read'),
      append: ask('append'),
      undo: ask('undo'),
      renew: ask('renew'),
      putPhoto: ask('putPhoto'),
      piece: ask('piece'),
      close: () => {},
    }
  }
}

type Waiter = { process: Process; enter: () => void }

/** Locks of all windows of a device, in the order of asking: held until the work ends or its process dies. */
export class Locks {
  readonly #queues = new Map<string, Waiter[]>()

  async alone<T>(process: Process, name: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    await new Promise<void>((enter) => {
      queue.push({ process, enter })
      if (queue.length === 1) enter()
    })
    try {
      return await work()
    } finally {
      if (!process.isDead) this.#leave(queue, ({ process: of }, at) => of === process && at === 0)
    }
  }

  free(process: Process): void {
    for (const queue of this.#queues.values()) this.#leave(queue, ({ process: of }) => of === process)
  }

  #leave(queue: Waiter[], isOut: (waiter: Waiter, at: number) => boolean): void {
    const first = queue[0]
    queue.splice(0, queue.length, ...queue.filter((waiter, at) => !isOut(waiter, at)))
    if (queue[0] !== first) queue[0]?.enter()
  }
}
