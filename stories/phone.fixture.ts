import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUILD_HEADER, FIELD_BUILD } from '@heliodesk/contract/field-build.ts'
import { fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { PIECE_BYTES, type Intent } from '../web/src/lib/outbox/book.ts'
import { Disk, Locks, Process, World, type damages } from '../web/src/lib/outbox/device.fixture.ts'
import { NoAnswer, Rest, Sender, type Line, type Outcome } from '../web/src/lib/outbox/sender.ts'
import { isFull, Store } from '../web/src/lib/outbox/store.ts'

const calls = { ...fieldWorkCalls, photo: fieldPhotoCalls.photo }
export type Kind = Exclude<keyof typeof calls, 'records' | 'choose'>
export type Answer = { outcome: string; marks: string[] }

type Body = { result_code: string; error_code: string; result_msg: string; result_data: unknown }

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A phone with the product's own outbox, on a model of its storage, and a line to real servers. */
export class Phone {
  readonly disk = new Disk()
  isUp = true
  isSignedIn = true
  isTooOld = false
  /** Pieces of photos were lost, and it says so. */
  hasLostPieces = false
  /** All that servers said of each command, also what the phone did not hear. */
  readonly answers = new Map<string, Answer[]>()
  /** What the person gave up after a refusal. */
  readonly dropped = new Map<string, 'asked' | 'dropped'>()
  readonly lostPhotos = new Set<string>()
  readonly faults: unknown[] = []
  readonly #world = new World()
  readonly #locks = new Locks()
  readonly #token: string
  readonly #addresses: () => string[]
  readonly #draw: () => number
  #windows: { process: Process; store: Store; sender: Sender; isReady: boolean }[] = []

  /** `addresses` are those of the servers now; `draw` decides what befalls a request. */
  constructor(token: string, addresses: () => string[], draw: () => number) {
    this.#token = token
    this.#addresses = addresses
    this.#draw = draw
    this.openWindow()
  }

  get windows(): number {
    return this.#windows.length
  }

  openWindow(): void {
    const process = new Process()
    const alone =
      (lock: string) =>
      <T>(work: () => Promise<T>) =>
        this.#locks.alone(process, lock, work)
    const store = new Store({
      database: this.disk.database(this.#world, process),
      files: this.disk.vault(this.#world, process),
      alone: alone('store'),
    })
    const report = (error: unknown) => void (isFull(error) || this.faults.push(error))
    const sender = new Sender({
      store,
      line: lineOf(process, this.#line()),
      wait: (_ms, woken) => alive(process, Promise.race([woken, sleep(20)])),
      alone: alone('send'),
      tell: () => {},
      report,
    })
    const window = { process, store, sender, isReady: false }
    this.#windows.push(window)
    void store
      .open()
      .then(() => (window.isReady = true), report)
      .then(() => sender.run())
      .catch((error: unknown) => this.faults.push(error))
  }

  /** Whether it was kept: the person was told so. */
  async add(window: number, intent: Intent, bytes: Uint8Array<ArrayBuffer> | null): Promise<boolean> {
    const { store } = this.#windows[window % this.#windows.length]!
    const picture = bytes ? { id: intent.photo!, sha256: sha256(bytes), bytes } : undefined
    try {
      await store.add(intent, picture)
      return true
    } catch (error) {
      if (!isFull(error)) this.faults.push(error)
      return false
    }
  }

  /** The app or the machine dies now. */
  kill(damage: (typeof damages)[number] | null, part: number): void {
    const isHealed = this.#windows.some(({ isReady }) => isReady)
    for (const { process } of this.#windows) {
      this.#world.kill(process, true)
      this.#locks.free(process)
    }
    for (const file of Object.values(this.disk.files)) file.lose(part)
    if (damage !== null && isHealed) {
      this.disk.damage(damage, part)
      this.hasLostPieces ||= damage === 'pieces lost'
    }
    this.#windows = []
    this.openWindow()
  }

  /** Its storage and its windows go on, in some order. */
  async pass(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) await this.#world.advance(Math.floor(this.#draw() * 1000))
  }

  /** The person gives up what was refused, and does without photos that are lost. */
  async decide(): Promise<void> {
    const refused = [...this.disk.book.rows.values()].filter(({ refusal }) => refusal)
    for (const { key } of refused) {
      this.dropped.set(key, 'asked')
      void this.#windows[0]!.store.drop(key).then((is) => is && this.dropped.set(key, 'dropped'))
      await this.pass(30)
    }
    for (const { id, lost } of this.disk.book.photos.values()) {
      if (!lost) continue
      this.lostPhotos.add(id)
      void this.#windows[0]!.store.doWithout(id)
      await this.pass(30)
    }
  }

  wake(): void {
    for (const { sender } of this.#windows) sender.wake()
  }

  stop(): void {
    for (const { process, sender } of this.#windows) {
      sender.stop()
      this.#world.kill(process, false)
    }
  }

  #line(): Line {
    return {
      send: async ({ key, kind, body }) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': key }
        const { path } = calls[kind as Kind]
        return this.#ask(path, { method: 'POST', headers, body }, (answer) =>
          this.answers.set(key, [...(this.answers.get(key) ?? []), answer as Answer]),
        )
      },
      received: async ({ id }) => {
        const { path, method } = fieldPhotoCalls.received
        const post = { method, headers: { 'content-type': 'application/json' } }
        return bytesOf(await this.#ask(path, { ...post, body: JSON.stringify({ photoId: id }) }))
      },
      put: async ({ id }, at, bytes) => {
        const form = new FormData()
        form.set('file', new Blob([bytes]), 'blob')
        const query = new URLSearchParams({ photoId: id, at: String(at) }).toString()
        return bytesOf(
          await this.#ask(`${fieldPhotoCalls.put.path}?${query}`, { method: 'POST', body: form }),
        )
      },
    }
  }

  async #ask(path: string, init: RequestInit, hear: (answer: unknown) => void = () => {}): Promise<Outcome> {
    const fate = this.#draw()
    if (!this.isUp || fate < 0.1) throw new NoAnswer()
    const addresses = this.#addresses()
    const address = addresses[Math.floor(this.#draw() * addresses.length)]
    const headers = new Headers(init.headers)
    headers.set('x-access-token', this.isSignedIn ? this.#token : 'of-a-session-that-ended')
    headers.set(BUILD_HEADER, String(this.isTooOld ? FIELD_BUILD - 2 : FIELD_BUILD))
    const answered = await fetch(`${address}/api${path}`, { ...init, headers })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as Body }))
      .catch(() => {
        throw new NoAnswer()
      })
    const outcome = outcomeOf(answered)
    if (outcome.is === 'done') hear(outcome.answer)
    // Done, and the phone does not hear of it.
    if (fate < 0.3) throw new NoAnswer()
    return outcome
  }
}

/** What a dead process waits for never comes. */
const alive = <T>(process: Process, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    promise.then(
      (value) => process.isDead || resolve(value),
      (error: unknown) => process.isDead || reject(error as Error),
    )
  })

const lineOf = (process: Process, { send, received, put }: Line): Line => ({
  send: (row) => alive(process, send(row)),
  received: (photo) => alive(process, received(photo)),
  put: (photo, at, bytes) => alive(process, put(photo, at, bytes)),
})

function outcomeOf({ status, body }: { status: number; body: Body }): Outcome {
  if (status === 401) throw new Rest('signedOut')
  if (status === 426) throw new Rest('tooOld')
  if (status === 429 || status === 503) throw new Rest('busy')
  if (status >= 500) return { is: 'failed' }
  if (body.result_code === '1') return { is: 'done', answer: body.result_data }
  return { is: 'refused', refusal: { code: body.error_code, message: body.result_msg } }
}

function bytesOf(outcome: Outcome): number {
  if (outcome.is !== 'done') throw new NoAnswer()
  return (outcome.answer as { bytes: number }).bytes
}

export const LARGE_BYTES = PIECE_BYTES + 7
