import { chooseNext, PIECE_BYTES, type Change, type Photo, type Refusal, type Row } from './book.ts'
import type { Store } from './store.ts'

/** What the server said of a command; `failed`: it broke, which may be no fault of the command. */
export type Outcome =
  | { is: 'done'; answer?: unknown }
  | { is: 'refused'; refusal: Refusal }
  | { is: 'failed' }

/**
 * The way to the server. Throws `NoAnswer`, or `Rest` when the server does not want to be asked now; of one photo,
 * `NotNow` and `Unwanted`.
 */
export type Line = {
  send: (row: Row) => Promise<Outcome>
  /** How many bytes of a photo the server has. */
  received: (photo: Photo) => Promise<number>
  /** How many it has then; all of them only if their checksum is right. */
  put: (photo: Photo, at: number, bytes: Uint8Array<ArrayBuffer>) => Promise<number>
}

/** Nothing answered, or something else than our server did. */
export class NoAnswer extends Error {}

export class Rest extends Error {
  readonly why: 'signedOut' | 'tooOld' | 'busy'
  readonly seconds: number
  constructor(why: 'signedOut' | 'tooOld' | 'busy', seconds = 0) {
    super(why)
    this.why = why
    this.seconds = seconds
  }
}

/** This photo is not taken now; others may be. */
export class NotNow extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('not now')
    this.seconds = seconds
  }
}

/** The server's last word on a photo: what becomes of it, a person decides. */
export class Unwanted extends Error {}

/** What the person sees of it. */
export type Progress = { isSending: boolean; rests: Rest['why'] | 'noAnswer' | 'device' | null }

type Deps = {
  store: Store
  line: Line
  /** Ends early when `woken` resolves. */
  wait: (ms: number, woken: Promise<void>) => Promise<void>
  /** Runs it when no other window of the person sends, until it resolves. */
  alone: (work: () => Promise<void>) => Promise<void>
  /** What was settled, or began or ended. */
  tell: (progress: Progress) => void
  /** What the device's own storage refused. */
  report: (error: unknown) => void
  /** 0 to 1. */
  random?: () => number
  /** In milliseconds. */
  now?: () => number
}

/** So many times one command may break the server before a person hears of it. */
const PATIENCE = 5
/** Lanes and photos on their way at once. */
const AT_ONCE = 2
const SECOND = 1000
const MINUTE = 60 * SECOND

/** How long to wait after so many failures in a row: twice as long each time up to a minute, of which half is random. */
export const pauseAfter = (failures: number, random: number): number => {
  const most = Math.min(MINUTE, SECOND * 2 ** Math.min(failures - 1, 6))
  return most / 2 + (most / 2) * random
}

type Pause = 'none' | 'idle' | { ms: number }

/**
 * Sends what is queued, the oldest first within a lane, and forgets it only when the server has answered. Each step may
 * be cut off by the end of the process: the next one goes on from what is stored.
 */
export class Sender {
  readonly #deps: Deps
  #wake: () => void = () => {}
  #isStopped = false
  /** Photos of which a piece could not be read. */
  readonly #passed = new Set<string>()
  /** When photos that were not taken are tried again, in milliseconds. */
  readonly #later = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Something was added, the line is back, the page is in front, somebody signed in. */
  wake(): void {
    this.#wake()
  }

  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  /** Until `stop`. */
  run(): Promise<void> {
    const { alone, wait, random = Math.random } = this.#deps
    return alone(async () => {
      for (let failures = 0; !this.#isStopped;) {
        const woken = new Promise<void>((resolve) => (this.#wake = resolve))
        const pause = await this.#round()
        if (typeof pause !== 'object') failures = 0
        if (pause === 'idle') await wait(5 * MINUTE, woken)
        else if (pause !== 'none') {
          failures++
          await wait(Math.max(pause.ms, pauseAfter(failures, random())), woken)
        }
      }
    })
  }

  async #round(): Promise<Pause> {
    const { store, tell, report, now = Date.now } = this.#deps
    try {
      const book = await store.book()
      const next = chooseNext(book)
      const open = [...book.photos.values()].filter(
        ({ id, announced, lost }) => announced && !lost && !this.#passed.has(id),
      )
      const dueAt = ({ id }: Photo) => this.#later.get(id) ?? 0
      const photos = open.filter((photo) => dueAt(photo) <= now())
      if (next.length === 0 && photos.length === 0) {
        tell({ isSending: false, rests: null })
        return open.length === 0 ? 'idle' : { ms: Math.min(...open.map(dueAt)) - now() }
      }
      tell({ isSending: true, rests: null })
      if (next.length > 0) return await this.#push(next)
      await eachOf(photos.slice(0, AT_ONCE), (photo) => this.#carry(photo))
      return 'none'
    } catch (error) {
      if (error instanceof NoAnswer) {
        tell({ isSending: false, rests: 'noAnswer' })
        return { ms: 0 }
      }
      if (error instanceof Rest) {
        tell({ isSending: false, rests: error.why })
        return { ms: error.seconds * SECOND }
      }
      tell({ isSending: false, rests: 'device' })
      report(error)
      return { ms: 0 }
    }
  }

  /** Marks them in one write, sends each lane in its order, and keeps in one write what was answered. */
  async #push(chosen: readonly Row[]): Promise<Pause> {
    const { store } = this.#deps
    const rows = await store.markTried(chosen.map(({ key }) => key))
    const lanes = new Map(rows.map(({ lane }) => [lane, rows.filter((row) => row.lane === lane)]))
    const settled: Change[] = []
    try {
      await eachOf([...lanes.values()], async (lane) => {
        for (const row of lane) {
          const change = changeFor(row, await this.#deps.line.send(row))
          settled.push(change)
          // Nothing overtakes what may still be done.
          if (change.did === 'fail') return
        }
      })
    } finally {
      await store.settle(settled)
    }
    return settled.some(({ did }) => did === 'fail') ? { ms: SECOND } : 'none'
  }

  async #carry(photo: Photo): Promise<void> {
    const { store, now = Date.now } = this.#deps
    try {
      await this.#carryWhole(photo)
    } catch (error) {
      if (error instanceof NotNow) this.#later.set(photo.id, now() + error.seconds * SECOND)
      else if (error instanceof Unwanted) await store.settle([{ did: 'lose', photo: photo.id }])
      else throw error
    }
  }

  async #carryWhole(photo: Photo): Promise<void> {
    const { store, line } = this.#deps
    let at = await line.received(photo)
    while (at < photo.size) {
      const piece = Math.floor(at / PIECE_BYTES)
      const bytes = await store.piece(photo, piece)
      if (!bytes) {
        this.#passed.add(photo.id)
        return
      }
      at = await line.put(photo, at, bytes.subarray(at - piece * PIECE_BYTES))
    }
    await store.settle([{ did: 'carry', photo: photo.id }])
  }
}

function changeFor(row: Row, outcome: Outcome): Change {
  const { key } = row
  if (outcome.is === 'done') return { did: 'done', key }
  if (outcome.is === 'refused') return { did: 'refuse', key, refusal: outcome.refusal }
  const fails = row.fails + 1
  if (fails < PATIENCE) return { did: 'fail', key, fails }
  return { did: 'refuse', key, refusal: { code: 'unexpected', message: '系统异常，已转人工处理' } }
}

/** Two at a time; a failure ends all that had not begun, and is thrown when the others have ended. */
async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const failures: unknown[] = []
  const work = async () => {
    for (let item = left.shift(); item !== undefined && failures.length === 0; item = left.shift())
      await run(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (failures.length > 0) throw failures[0]
}
