import { DEVICES, ORDERS, SIZES, type Action } from './actions.fixture.ts'
import { inOrder, type Book, type Intent, type Row } from './book.ts'
import { crc32 } from './crc32.ts'
import { Disk, Locks, Process, quiet, randomOf, World } from './device.fixture.ts'
import { Sender } from './sender.ts'
import { ModelServer, type Weather } from './server.fixture.ts'
import { isFull, Store, type Picture } from './store.ts'

/** Mistakes that the simulation must notice. */
export const mistakes = ['no journal', 'no keys', 'no marks', 'no order', 'early word'] as const
export type Mistake = (typeof mistakes)[number]

type Window = { process: Process; store: Store; sender: Sender; isReady: boolean }
type Phone = {
  disk: Disk
  weather: Weather
  locks: Locks
  windows: Window[]
  lostPieces: boolean
  /** What its next death does to what is stored, if all was healed before. */
  onDeath: (isHealed: boolean) => void
}
type Known = {
  intent: Intent
  device: number
  bytes: Uint8Array | null
  row: Row | null
  isAskedBack: boolean
  isDropped: boolean
}

/** What was done in all sequences together. */
export const tally = {
  sequences: 0,
  actions: 0,
  intents: 0,
  kept: 0,
  applied: 0,
  refused: 0,
  dropped: 0,
  full: 0,
  kills: 0,
  damaged: 0,
  lostPhotos: 0,
}

/** One random story of two phones, and what must be true at its end. */
export class Story {
  readonly #world = new World()
  readonly #server: ModelServer
  readonly #phones: Phone[]
  readonly #known: Known[] = []
  readonly #mistake: Mistake | null
  readonly #failures: unknown[] = []

  constructor(seed: number, mistake: Mistake | null = null) {
    this.#mistake = mistake
    this.#server = new ModelServer({ forgetsKeys: mistake === 'no keys' })
    const draw = randomOf(seed)
    this.#phones = Array.from({ length: DEVICES }, () => ({
      disk: new Disk(),
      weather: { isUp: true, isSignedIn: true, isTooOld: false, draw },
      locks: new Locks(),
      windows: [],
      lostPieces: false,
      onDeath: () => {},
    }))
    for (const at of this.#phones.keys()) this.#openWindow(at)
  }

  async play(actions: readonly Action[]): Promise<void> {
    for (const each of actions) {
      tally.actions++
      await this.#act(each)
      await quiet()
    }
    await this.#rest()
    tally.sequences++
    if (this.#failures.length > 0) throw this.#failures[0]
  }

  #openWindow(at: number): void {
    const phone = this.#phones[at]!
    const process = new Process()
    const world = this.#world
    const database = phone.disk.database(world, process)
    const store = new Store({
      database,
      files: this.#mistake === 'no journal' ? null : phone.disk.vault(world, process),
      alone: (work) => phone.locks.alone(process, 'store', work),
    })
    if (this.#mistake === 'no marks')
      store.markTried = async (keys) => keys.flatMap((key) => phone.disk.book.rows.get(key) ?? [])
    if (this.#mistake === 'no order') {
      const read = store.book.bind(store)
      store.book = async () => turned(await read())
    }
    const report = (error: unknown) => void (isFull(error) || this.#failures.push(error))
    const sender = new Sender({
      store,
      line: this.#server.line(world, process, at, phone.weather),
      // Time passes in steps, and waiting is one of them.
      wait: () => world.step(process, () => {}),
      alone: (work) => phone.locks.alone(process, 'send', work),
      tell: () => {},
      report,
      random: () => 0.5,
    })
    const window: Window = { process, store, sender, isReady: false }
    phone.windows.push(window)
    const run = () =>
      store
        .open()
        .then(() => (window.isReady = true), report)
        .then(() => sender.run())
    run().catch((error: unknown) => this.#failures.push(error))
  }

  async #act(each: Action): Promise<void> {
    if (each.do === 'advance') {
      const pick = randomOf(each.seed)
      for (let step = 0; step < each.steps; step++) await this.#step(pick)
    } else if (each.do === 'end') this.#server.ended.add(ORDERS[each.order]!)
    else {
      const phone = this.#phones[each.device]!
      if (each.do === 'add') this.#add(each)
      else if (each.do === 'kill') await this.#kill(each)
      else if (each.do === 'window') {
        if (phone.windows.length < 3) this.#openWindow(each.device)
      } else if (each.do === 'line') phone.weather.isUp = each.is
      else if (each.do === 'token') phone.weather.isSignedIn = each.is
      else if (each.do === 'update') phone.weather.isTooOld = each.is
      else if (each.do === 'quota') phone.disk.quota = each.is ? phone.disk.used() + 2000 : Infinity
      else this.#drop(each.device, each.pick)
    }
  }

  async #step(pick: () => number): Promise<void> {
    await this.#world.advance(Math.floor(pick() * 1000))
    for (const [at, phone] of this.#phones.entries())
      // A death in the middle of a write takes all windows with it.
      if (phone.windows.some(({ process }) => process.isDead)) this.#die(at, false)
  }

  #add({ device: at, window, lane, kind, size }: Extract<Action, { do: 'add' }>): void {
    const { windows } = this.#phones[at]!
    const { store } = windows[window % windows.length]!
    const key = `key-${this.#known.length}`
    const own = this.#known.findLast(({ intent, device: of }) => intent.kind === 'defect' && of === at)
    const bytes =
      kind === 'photo'
        ? Uint8Array.from({ length: SIZES[size]! }, (_, i) => (i * 31 + this.#known.length) & 255)
        : null
    const intent: Intent = {
      key,
      lane: kind === 'defect' ? key : (ORDERS[lane] ?? own?.intent.lane ?? ORDERS[0]!),
      kind,
      body: JSON.stringify({ n: this.#known.length }),
      at: this.#known.length,
      skew: -7,
      photo: bytes && `photo-${key}`,
      last: kind === 'submit',
    }
    const known: Known = { intent, device: at, bytes, row: null, isAskedBack: false, isDropped: false }
    this.#known.push(known)
    const picture: Picture | undefined = bytes ? { id: intent.photo!, sha256: '', bytes } : undefined
    const kept = (row: Row) => void (known.row = row)
    if (this.#mistake === 'early word')
      kept({ ...intent, seq: this.#known.length, tried: false, fails: 0, refusal: null })
    store.add(intent, picture).then(kept, (error: unknown) => {
      if (isFull(error)) tally.full++
      else this.#failures.push(error)
    })
  }

  async #kill({ device: at, arrives, cut, damage, part }: Extract<Action, { do: 'kill' }>): Promise<void> {
    const phone = this.#phones[at]!
    phone.onDeath = (isHealed) => {
      for (const file of Object.values(phone.disk.files)) file.lose(part)
      // What was damaged is healed before the next damage: both at once is more than two stores survive.
      if (damage === null || !isHealed) return
      phone.disk.damage(damage, part)
      phone.lostPieces ||= damage === 'pieces lost'
      tally.damaged++
    }
    if (cut === null) return this.#die(at, arrives)
    phone.disk.cutAfter = cut
    const pick = randomOf(cut)
    for (let step = 0; step < 60 && phone.disk.cutAfter !== Infinity; step++) await this.#step(pick)
    phone.disk.cutAfter = Infinity
  }

  #die(at: number, arrives: boolean): void {
    tally.kills++
    const phone = this.#phones[at]!
    for (const { process } of phone.windows) {
      this.#world.kill(process, arrives)
      phone.locks.free(process)
    }
    phone.onDeath(phone.windows.some(({ isReady }) => isReady))
    phone.onDeath = () => {}
    phone.windows = []
    this.#openWindow(at)
  }

  #drop(at: number, pick: number): void {
    const phone = this.#phones[at]!
    const mine = this.#known.filter(({ device: of, row, isDropped }) => of === at && row && !isDropped)
    const refused = mine.filter(({ intent }) => phone.disk.book.rows.get(intent.key)?.refusal)
    const choice = refused.length > 0 ? refused : mine
    const known = choice[pick % Math.max(1, choice.length)]
    const fail = (error: unknown) => void (isFull(error) || this.#failures.push(error))
    if (!known) return
    known.isAskedBack = true
    phone.windows[0]!.store.drop(known.intent.key).then((is) => void (known.isDropped ||= is), fail)
  }

  /** All troubles end, and what can be sent is sent. */
  async #rest(): Promise<void> {
    const pick = randomOf(77)
    for (const { weather, disk } of this.#phones) {
      Object.assign(weather, { isUp: true, isSignedIn: true, isTooOld: false, draw: () => 0.5 })
      disk.quota = Infinity
    }
    for (let idle = 0, before = ''; idle < 400;) {
      for (const { windows } of this.#phones) for (const { sender } of windows) sender.wake()
      await this.#step(pick)
      const now = this.#progress()
      idle = now === before ? idle + 1 : 0
      before = now
    }
    for (let late = 0; late < 50; late++) this.#world.arrive()
  }

  #progress(): string {
    const bytes = [...this.#server.photos.values()].reduce((sum, { size }) => sum + size, 0)
    return [this.#server.log.length, bytes, ...this.#phones.map(({ disk }) => disk.writes)].join(' ')
  }

  /** What is wrong at the end; empty when nothing was lost, doubled, out of order or damaged. */
  faults(): string[] {
    return [...this.#known.flatMap((known) => this.#faultsOf(known)), ...this.#disorder()]
  }

  #faultsOf({ intent, device: at, bytes, row, isAskedBack, isDropped }: Known): string[] {
    const { key, photo } = intent
    const { book } = this.#phones[at]!.disk
    const applied = this.#server.log.filter((entry) => entry.row.key === key)
    const waiting = book.rows.get(key)
    tally.intents++
    tally.applied += applied.length
    if (applied.length > 1) return [`${key} had its effect ${applied.length} times`]
    if (applied.some((entry) => entry.row.body !== intent.body || entry.row.at !== intent.at))
      return [`${key} was altered`]
    // A server that is broken five times may have done it the first time: that is said.
    if (isDropped) {
      tally.dropped++
      return applied.length > 0 && row?.refusal?.code !== 'unexpected'
        ? [`${key} was taken back and done`]
        : []
    }
    if (!row) return []
    tally.kept++
    tally.refused += waiting?.refusal ? 1 : 0
    // A death in the middle of taking it back leaves either.
    if (applied.length === 0 && !waiting)
      return isAskedBack ? [] : [`${key} was said to be kept and is nowhere`]
    if (applied.length === 1 && waiting && !waiting.refusal) return [`${key} was done and still waits`]
    if (applied.length === 0 && waiting && !waiting.refusal && !isHeldUp(book, waiting))
      return [`${key} waits for nothing`]
    return bytes && photo && applied.length === 1 ? this.#faultsOfPhoto(photo, bytes, at) : []
  }

  #faultsOfPhoto(id: string, bytes: Uint8Array, at: number): string[] {
    const { disk, lostPieces } = this.#phones[at]!
    if (lostPieces && disk.book.photos.get(id)?.lost) {
      tally.lostPhotos++
      return []
    }
    const there = this.#server.photos.get(id)
    if (!there || there.size !== bytes.length) return [`${id} has not arrived`]
    return crc32(there.bytes) === crc32(bytes) ? [] : [`${id} was damaged`]
  }

  #disorder(): string[] {
    const last = new Map<string, number>()
    return this.#server.log.flatMap(({ device: at, row }) => {
      const lane = `${at} ${row.lane}`
      const isLate = row.seq < (last.get(lane) ?? 0)
      last.set(lane, row.seq)
      return isLate ? [`${row.key} was overtaken`] : []
    })
  }
}

const turned = (book: Book): Book => ({
  ...book,
  rows: new Map(inOrder(book).map((row, at, all) => [row.key, { ...row, seq: all.length - at }])),
})

/** It, or something before it, says that the work is complete while a person has to decide about something else. */
function isHeldUp(book: Book, { lane, seq }: Row): boolean {
  const before = inOrder(book).filter((row) => row.lane === lane && row.seq <= seq)
  return before.some(({ last }) => last)
}
