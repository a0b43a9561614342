/** What a person did, as it will be sent. Nothing of it changes once it is queued. */
export type Intent = {
  /** The idempotency key: however often it is sent, it has one effect. */
  key: string
  /** The id of the order that it belongs to, or the key of the intent that creates one. A lane keeps its order. */
  lane: string
  /** The call that it makes. */
  kind: string
  /** The exact text that is sent. */
  body: string
  /** The time on the device's clock, and how far that was ahead of the server's when last compared (both in ms). */
  at: number
  skew: number | null
  /** The id of the photo that it announces. */
  photo: string | null
  /** Says that everything before it in its lane is in, as a submission does: it waits for all of that, and goes alone. */
  last: boolean
  /** Makes what its lane is named after: what `waits` is sent only after the server has taken it. Its key is the lane. */
  opens?: true
  waits?: true
}

export type Refusal = { code: string; message: string; data?: unknown }

export type Row = Intent & {
  seq: number
  /** It may have arrived: nobody can take it back any more, only send it again. */
  tried: boolean
  /** How often it broke the server. */
  fails: number
  refusal: Refusal | null
}

/** A part of a photo: its checksum, and its place in the file of pieces; null where the database holds it. */
export type Piece = { sum: number; slot: number | null }

export type Photo = {
  id: string
  lane: string
  size: number
  sha256: string
  pieces: Piece[]
  /** The server knows of it and expects its bytes. */
  announced: boolean
  /** Its bytes are not those that were taken: a person decides what becomes of it. */
  lost: boolean
}

/** All that a person has queued on this device. `gone` are keys and photos that are settled, with their numbers. */
export type Book = {
  rows: ReadonlyMap<string, Row>
  photos: ReadonlyMap<string, Photo>
  gone: ReadonlyMap<string, number>
}

export type Change =
  | { did: 'add'; row: Row; photo: Photo | null }
  | { did: 'try'; keys: string[] }
  | { did: 'done'; key: string }
  | { did: 'refuse'; key: string; refusal: Refusal }
  | { did: 'fail'; key: string; fails: number }
  | { did: 'drop'; key: string }
  | { did: 'lose'; photo: string }
  /** The server has all of it, or a person does without it. */
  | { did: 'carry'; photo: string }

/** Transfers go on at a multiple of it. */
export const PIECE_BYTES = 512 * 1024

export const emptyBook: Book = { rows: new Map(), photos: new Map(), gone: new Map() }

/** Settled keys are remembered so that a store that missed the end of one does not bring it back. */
const GONE_KEPT = 500

/** What a book says after changes. Applying one twice is the same as once. */
export function apply(book: Book, changes: readonly Change[]): Book {
  const next = { rows: new Map(book.rows), photos: new Map(book.photos), gone: new Map(book.gone) }
  for (const change of changes) applyOne(next, change)
  return { ...next, gone: new Map([...next.gone].slice(-GONE_KEPT)) }
}

type Draft = { rows: Map<string, Row>; photos: Map<string, Photo>; gone: Map<string, number> }

function applyOne({ rows, photos, gone }: Draft, change: Change): void {
  const alter = (key: string, part: Partial<Row>) => {
    const row = rows.get(key)
    if (row) rows.set(key, { ...row, ...part })
  }
  switch (change.did) {
    case 'add':
      if (gone.has(change.row.key)) return
      rows.set(change.row.key, change.row)
      if (change.photo) photos.set(change.photo.id, change.photo)
      return
    case 'try':
      for (const key of change.keys) alter(key, { tried: true })
      return
    case 'refuse':
      return alter(change.key, { refusal: change.refusal })
    case 'fail':
      return alter(change.key, { fails: change.fails })
    case 'lose': {
      const photo = photos.get(change.photo)
      if (photo) photos.set(photo.id, { ...photo, lost: true })
      return
    }
    case 'carry':
      photos.delete(change.photo)
      gone.set(change.photo, 0)
      return
    case 'done':
    case 'drop': {
      const row = rows.get(change.key)
      rows.delete(change.key)
      gone.set(change.key, row?.seq ?? 0)
      const photo = photos.get(row?.photo ?? '')
      if (!photo) return
      if (change.did === 'done') photos.set(photo.id, { ...photo, announced: true })
      else {
        photos.delete(photo.id)
        gone.set(photo.id, 0)
      }
    }
  }
}

/**
 * What two stores of the same person know together, of which each may lack the newest or be empty. What is settled in
 * one of them is settled. To bring back what was settled in neither does no harm: its key makes it have one effect.
 */
export function merge(one: Book, other: Book): Book {
  const gone = new Map([...one.gone, ...other.gone])
  const rows = new Map<string, Row>()
  for (const row of [...one.rows.values(), ...other.rows.values()]) {
    if (gone.has(row.key)) continue
    const known = rows.get(row.key)
    rows.set(row.key, {
      ...row,
      tried: row.tried || known?.tried === true,
      fails: Math.max(row.fails, known?.fails ?? 0),
      refusal: row.refusal ?? known?.refusal ?? null,
    })
  }
  const waiting = new Set([...rows.values()].map(({ photo }) => photo))
  const photos = new Map<string, Photo>()
  for (const photo of [...one.photos.values(), ...other.photos.values()])
    // Its announcement was settled in the other store.
    if (!gone.has(photo.id))
      photos.set(photo.id, {
        ...photo,
        announced: !waiting.has(photo.id),
        lost: photo.lost || photos.get(photo.id)?.lost === true,
      })
  return { rows, photos, gone }
}

/** Whether two books say the same; in doubt they do not. */
export const isSame = (one: Book, other: Book): boolean =>
  (['rows', 'photos', 'gone'] as const).every(
    (part) =>
      one[part].size === other[part].size &&
      [...one[part]].every(([key, value]) => JSON.stringify(other[part].get(key)) === JSON.stringify(value)),
  )

/** Rows in the order in which they were done. */
export const inOrder = ({ rows }: Book): Row[] => [...rows.values()].toSorted((a, b) => a.seq - b.seq)

export const nextSeq = ({ rows, gone }: Book): number =>
  [...rows.values()].reduce(
    (most, { seq }) => Math.max(most, seq),
    [...gone.values()].reduce((most, seq) => Math.max(most, seq), 0),
  ) + 1

/** Before the first try, and after a refusal, a person decides about it. */
export const mayDrop = (row: Row): boolean => !row.tried || row.refusal !== null

/** The lowest places in the file of pieces that nobody holds. */
export function freeSlots({ photos }: Book, count: number): number[] {
  const taken = new Set([...photos.values()].flatMap(({ pieces }) => pieces.map(({ slot }) => slot)))
  const free: number[] = []
  for (let slot = 0; free.length < count; slot++) if (!taken.has(slot)) free.push(slot)
  return free
}

/** How many places the file of pieces needs. */
export const slotsInUse = ({ photos }: Book): number =>
  [...photos.values()]
    .flatMap(({ pieces }) => pieces)
    .reduce((most, { slot }) => Math.max(most, (slot ?? -1) + 1), 0)

export const piecesOf = (size: number): number => Math.max(1, Math.ceil(size / PIECE_BYTES))

export const pieceSize = (size: number, at: number): number =>
  Math.min(PIECE_BYTES, Math.max(0, size - at * PIECE_BYTES))

/** Lanes with rows that wait for what the server has not taken, or what nobody has sent yet. */
function unopenedLanes(book: Book): ReadonlySet<string> {
  const rows = [...book.rows.values()]
  const opening = new Set(rows.flatMap(({ lane, opens }) => (opens ? [lane] : [])))
  const waiting = rows.flatMap(({ lane, waits }) => (waits ? [lane] : []))
  return new Set(waiting.filter((lane) => opening.has(lane) || !book.gone.has(lane)))
}

/** Whether a row belongs to something that its author has not finished: it is sent with that. */
export const isDraft = ({ rows, gone }: Book, { lane, waits }: Row): boolean =>
  waits === true && !gone.has(lane) && ![...rows.values()].some((row) => row.opens && row.lane === lane)

/** What one push carries at most: what a slow line takes in a second or two. */
const PUSH_ROWS = 25
export const PUSH_CHARS = 100_000

/**
 * What may be sent now. A refused row does not hold up those behind it, since each is judged by itself; what says that
 * the work is complete waits until all before it in its lane is settled and its photos have arrived.
 */
export function chooseNext(book: Book, most = PUSH_ROWS): Row[] {
  const announced = [...book.photos.values()].filter((photo) => photo.announced)
  const carrying = new Set(announced.map(({ lane }) => lane))
  const unopened = unopenedLanes(book)
  const open = new Set<string>()
  const held = new Set<string>()
  const chosen: Row[] = []
  let chars = 0
  for (const row of inOrder(book)) {
    const waits = held.has(row.lane) || (row.last && (open.has(row.lane) || carrying.has(row.lane)))
    open.add(row.lane)
    if (row.refusal || (row.waits && unopened.has(row.lane))) continue
    if (waits) {
      // What comes after it was done after it.
      held.add(row.lane)
      continue
    }
    if (chosen.length === most || (chosen.length > 0 && chars + row.body.length > PUSH_CHARS)) break
    chosen.push(row)
    chars += row.body.length
    // What follows it wants to know its outcome.
    if (row.last) held.add(row.lane)
  }
  return chosen
}

const MB = 1024 * 1024

/** Whether a photo may be taken with so much free space; commands are never refused for it. */
export function roomFor(
  size: number,
  { quota = Infinity, usage = 0 }: StorageEstimate,
): 'ok' | 'short' | 'none' {
  const left = quota - usage - size
  if (left < 10 * MB) return 'none'
  return left < 50 * MB ? 'short' : 'ok'
}
