import type { ServerResponse } from 'node:http'
import { personalEntities } from '@heliodesk/contract/entities.ts'
import { HEARTBEAT_MS } from '@heliodesk/contract/changes.ts'

/** The entity under which migration 0120 announces ended sessions and changed permissions. */
const ACCESS = 'access'

/** Changes within this time make one event: shortly after a quiet time, so that a single one arrives at once. */
const GATHER_MS = { first: 50, next: 500 }
/** Sessions that end by time are noticed within this time. */
const CHECK_AGAIN_MS = 300_000
/** How much older a change may be than the window believes: notices and answers take time. */
const MARGIN_MS = 3000
/** Of one person in one process; hidden windows have none. */
export const MOST_STREAMS = 6
/** A window that reads so slowly is cut off and comes back later. */
const MOST_UNSENT_BYTES = 64 * 1024

/**
 * The SQL that announces, in its transaction, what that changed. What is personal is `entity@` in notices, with the ids of
 * those whose it is between dots (`app.announce_to`), none for who did it. Both are known names, no text of a client's
 * choice.
 */
export const announcing = (entities: readonly string[], window = ''): string =>
  entities.length === 0
    ? ''
    : `select app.announce('${entities.map((each) => (personalEntities.has(each) ? `${each}@` : each)).join(',')}', '${window}')`

const WINDOW = /^[\w-]{1,32}$/

/** The window that sent a command, from its header; '' without a usable one. */
export const windowOf = (header: unknown): string =>
  typeof header === 'string' && WINDOW.test(header) ? header : ''

/** An open stream of one window. */
export type Stream = {
  tenantId: number
  userId: string
  response: ServerResponse
  /** The entities that the person's calls show. */
  entities: ReadonlySet<string>
  /** Whether the session stands and still has exactly these entities. */
  stands: () => Promise<boolean>
}

/** Who changed an entity: one person, NOBODY for the system, and the window; '' for several windows or an unknown one. */
type By = { userId: string; window: string }

/** By entity; null if several people changed it. */
type Changed = Map<string, By | null>

const NOBODY = '0'

/** When an entity of a company changed last, by whom, and when somebody else had changed it before; by the steady clock. */
type Last = { at: number; userId: string; othersAt: number }

/**
 * The streams of this process. Notices of all processes arrive through one connection; each stream gets those of its
 * company about what its person may see, many at a time.
 */
export class Changes {
  readonly #streams = new Map<number, Map<Stream, { checkedAt: number }>>()
  readonly #pending = new Map<number, Changed>()
  /** By company and entity: a window that comes back learns what it missed. */
  readonly #last = new Map<number, Map<string, Last>>()
  #hearingSince: number | null = null
  #flushedAt = 0
  #flushing: NodeJS.Timeout | undefined
  #beating: NodeJS.Timeout | undefined
  #isChecking = false
  readonly #toCheck = new Set<Stream>()
  #isClosed = false

  /** Whether changes arrive: what is opened meanwhile learns of them. */
  get hears(): boolean {
    return this.#hearingSince !== null && !this.#isClosed
  }

  /** The connection for notices works, or is lost; without it every stream ends, because it would miss changes. */
  setHearing(hears: boolean): void {
    this.#hearingSince = hears ? performance.now() : null
    this.#last.clear()
    if (!hears) this.#endAll()
  }

  /** A notice of migration 0125. */
  heard(notice: string): void {
    const [company, userId = NOBODY, window = '', entities = ''] = notice.split(' ')
    const tenantId = Number(company)
    const last = this.#last.get(tenantId) ?? new Map<string, Last>()
    this.#last.set(tenantId, last)
    const streams = this.#streams.get(tenantId)
    const pending = this.#pending.get(tenantId) ?? (new Map() as Changed)
    for (const entity of entities.split(',').flatMap((each) => forEach(each, userId))) {
      last.set(entity, lastOf(last.get(entity), userId, performance.now()))
      const before = pending.get(entity)
      pending.set(entity, before === undefined ? { userId, window } : joined(before, { userId, window }))
    }
    if (!streams) return
    this.#pending.set(tenantId, pending)
    const sinceLast = performance.now() - this.#flushedAt
    this.#flushing ??= setTimeout(() => this.#flush(), Math.max(GATHER_MS.first, GATHER_MS.next - sinceLast))
  }

  /** How many streams the person has in this process. */
  streamsOf(tenantId: number, userId: string): number {
    return [...(this.#streams.get(tenantId)?.keys() ?? [])].filter((each) => each.userId === userId).length
  }

  /** Adds a stream whose window may have missed the changes of the last `ageMs`. */
  add(stream: Stream, ageMs: number): void {
    if (stream.response.destroyed) return
    const streams = this.#streams.get(stream.tenantId) ?? new Map<Stream, { checkedAt: number }>()
    this.#streams.set(stream.tenantId, streams)
    streams.set(stream, { checkedAt: performance.now() })
    stream.response.once('close', () => this.#remove(stream))
    const since = performance.now() - ageMs - MARGIN_MS
    const knows = this.#hearingSince !== null && this.#hearingSince <= since
    const missed = [...(this.#last.get(stream.tenantId) ?? [])].filter(([, { at }]) => at >= since)
    const byWhom = ({ userId, othersAt }: Last) => (othersAt >= since ? null : { userId, window: '' })
    send(stream, knows ? new Map(missed.map(([entity, last]) => [entity, byWhom(last)])) : null, {
      first: true,
    })
    this.#beating ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  /** Ends all streams at once and takes no more. */
  close(): void {
    this.#isClosed = true
    this.#endAll()
  }

  #endAll() {
    for (const streams of this.#streams.values()) for (const { response } of streams.keys()) response.end()
    this.#streams.clear()
    this.#pending.clear()
    clearTimeout(this.#flushing)
    this.#flushing = undefined
    this.#rest()
  }

  #remove(stream: Stream) {
    const streams = this.#streams.get(stream.tenantId)
    streams?.delete(stream)
    if (streams?.size === 0) this.#streams.delete(stream.tenantId)
    this.#toCheck.delete(stream)
    this.#rest()
  }

  /** Without streams, nothing runs. */
  #rest() {
    if (this.#streams.size > 0) return
    clearInterval(this.#beating)
    this.#beating = undefined
  }

  #flush() {
    this.#flushing = undefined
    this.#flushedAt = performance.now()
    for (const [tenantId, changed] of this.#pending) {
      const streams = [...(this.#streams.get(tenantId)?.keys() ?? [])]
      if (changed.delete(ACCESS)) this.#check(streams)
      for (const stream of streams) send(stream, changed)
    }
    this.#pending.clear()
  }

  #beat() {
    const now = performance.now()
    for (const streams of this.#streams.values())
      for (const [stream, { checkedAt }] of streams) {
        write(stream, ':\n\n')
        if (now - checkedAt > CHECK_AGAIN_MS) this.#check([stream])
      }
  }

  /** Asks, one after the other, whether these may go on; those that may not end, and their windows come back. */
  #check(streams: readonly Stream[]) {
    for (const stream of streams) this.#toCheck.add(stream)
    if (!this.#isChecking) void this.#checkAll()
  }

  async #checkAll() {
    this.#isChecking = true
    for (const stream of this.#toCheck) {
      this.#toCheck.delete(stream)
      const stands = await stream.stands().catch(() => false)
      const state = this.#streams.get(stream.tenantId)?.get(stream)
      if (state && stands) state.checkedAt = performance.now()
      else stream.response.end()
    }
    this.#isChecking = false
  }
}

/** An entity of a notice: one of each person whose own it is, as `entity@person`, or everybody's. */
function forEach(entity: string, userId: string): string[] {
  const [name, people] = entity.split('@')
  if (people === undefined) return [entity]
  return (people === '' ? [userId] : people.split('.')).map((person) => `${name}@${person}`)
}

/** The name of an entity that a stream may tell of; null if it is another person's own, or not seen. */
function nameFor(stream: Stream, entity: string): string | null {
  const [name = '', person = stream.userId] = entity.split('@')
  return person === stream.userId && stream.entities.has(name) ? name : null
}

function joined(before: By | null, by: By): By | null {
  if (before?.userId !== by.userId) return null
  return before.window === by.window ? by : { ...by, window: '' }
}

const lastOf = (before: Last | undefined, userId: string, at: number): Last => ({
  at,
  userId,
  othersAt: before === undefined ? -Infinity : before.userId === userId ? before.othersAt : before.at,
})

/** What a person learns about who changed something: the window of an own change, and null for other people's. */
const toldTo = ({ userId }: Stream, by: By | null): string | null =>
  by && (by.userId === userId || by.userId === NOBODY) ? by.window : null

function send(stream: Stream, changed: Changed | null, { first = false } = {}): void {
  const visible =
    changed &&
    [...changed].flatMap(([entity, by]) => {
      const name = nameFor(stream, entity)
      return name === null ? [] : [[name, toldTo(stream, by)]]
    })
  if (visible?.length === 0 && !first) return
  write(stream, `data: ${JSON.stringify(visible && Object.fromEntries(visible))}\n\n`)
}

function write({ response }: Stream, text: string): void {
  if (response.writableLength > MOST_UNSENT_BYTES) response.destroy()
  else response.write(text)
}
