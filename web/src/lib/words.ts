import { after, FIRST_PAGE_MS } from './after.ts'
import { keptPerson } from './kept/read.ts'
import type { Seal } from './outbox/seal.ts'
import { useSession, WORDS } from './session.ts'
import { nameOfKey, readStored, removeStored, storedNames, writeStored } from './storage.ts'

/**
 * What a person wrote and has not sent, and what tells where they were at work. It lies sealed on the device, under the
 * key that seals what they have queued, and is open in memory only: while they are signed in, and read at the start.
 *
 * - `words`: outlives the sign-out, as their queue does, for 30 days
 * - `own`: goes with the sign-out
 * - `window`: goes with the sign-out and with the window
 */
export type Where = 'words' | 'own' | 'window'

/** Plain only where the browser seals nothing: on plain HTTP inside a LAN. */
type Entry = { sealed: string } | { plain: unknown }

const LIFE_MS = 30 * 86_400_000
const lifeOf = (where: Where) => (where === 'words' ? LIFE_MS : null)
const areaOf = (where: Where) => (where === 'window' ? sessionStorage : localStorage)
const beginningOf = (where: Where) =>
  `${where === 'words' ? WORDS : `${where}:`}${useSession.getState().user?.id ?? ''}:`

/** How long the first page waits for a key that is not on the device any more. */
const PATIENCE_MS = 3000
const AGAIN_MS = 30_000

const canSeal = (): boolean => typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined

const known = new Map<string, unknown>()
/** What is not sealed yet, by its place and name. */
const waiting = new Map<string, { where: Where; value: unknown }>()

let own: { person: string; seal: Promise<Seal> } | null = null

function ownSeal(): Promise<Seal> {
  const person = keptPerson()
  if (person === null) return Promise.reject(new Error('nobody is signed in'))
  if (own?.person !== person) {
    const seal = Promise.all([import('./kept/queue-key.ts'), import('./outbox/seal.ts')]).then(
      async ([{ keyOf }, { Seal }]) => new Seal(await keyOf(person)),
    )
    own = { person, seal }
    seal.catch(() => (own = null))
  }
  return own.seal
}

/** Reads what the signed-in person has here, and seals what an earlier version left unsealed. */
export async function openWords(): Promise<void> {
  removeEnded()
  for (const [former, { name, where }] of formerOfOwn()) void takeOver(former, name, where)
  if (!canSeal()) return
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === localStorage && key !== null) void hear(nameOfKey(key))
  })
  const found = (['words', 'own', 'window'] as const).flatMap((where) =>
    storedNames(beginningOf(where), areaOf(where)).map((name) => openOne(name, where)),
  )
  if (found.length > 0) await Promise.race([Promise.all(found).catch(() => undefined), after(PATIENCE_MS)])
}

async function openOne(name: string, where: Where): Promise<void> {
  const entry = readStored<Entry>(name, areaOf(where))
  if (entry === null || !('sealed' in entry)) return
  const seal = await ownSeal()
  // What does not open was sealed with a key that the server has lost: it goes at its end.
  const text = await seal.openText(entry.sealed, name).catch(() => null)
  if (text !== null && !waiting.has(name)) known.set(name, JSON.parse(text))
}

/** Another window of the person changed it. */
async function hear(name: string): Promise<void> {
  for (const where of ['words', 'own'] as const) {
    if (!name.startsWith(beginningOf(where))) continue
    known.delete(name)
    await openOne(name, where).catch(() => undefined)
  }
}

export function readWords<T>(name: string, where: Where = 'words'): T | null {
  const full = beginningOf(where) + name
  if (canSeal()) return (known.get(full) as T | undefined) ?? null
  const entry = readStored<Entry>(full, areaOf(where))
  return entry && 'plain' in entry ? (entry.plain as T) : null
}

/** Whether it is on this device now: not if the storage is full, and not before there is a key. */
export type Keeping = 'kept' | 'full' | 'waiting'

export async function keepWords(name: string, value: unknown, where: Where = 'words'): Promise<Keeping> {
  const full = beginningOf(where) + name
  if (!canSeal()) return write(full, where, { plain: value })
  known.set(full, value)
  waiting.set(full, { where, value })
  sealing = sealing.then(sealWaiting)
  return sealing
}

export function dropWords(name: string, where: Where = 'words'): void {
  const full = beginningOf(where) + name
  known.delete(full)
  waiting.delete(full)
  removeStored((each) => each === full, areaOf(where))
  for (const [former, as] of formerOfOwn()) if (as.name === name) removeStored((each) => each === former)
}

let sealing: Promise<Keeping> = Promise.resolve('kept')
let isTryingAgain = false

/** All that waits, each in its latest form. */
async function sealWaiting(): Promise<Keeping> {
  if (waiting.size === 0) return 'kept'
  // Only what somebody typed is worth asking for a key while the first page loads.
  if (own === null && ![...waiting.values()].some(({ where }) => where === 'words'))
    await after(FIRST_PAGE_MS)
  try {
    const seal = await ownSeal()
    let keeping: Keeping = 'kept'
    for (const [name, { where, value }] of waiting) {
      const sealed = await seal.closeText(JSON.stringify(value), name)
      const now = waiting.get(name)
      if (now?.value !== value) continue
      waiting.delete(name)
      if (write(name, where, { sealed }) === 'full') keeping = 'full'
    }
    return keeping
  } catch {
    tryAgain()
    return 'waiting'
  }
}

/** There was no key, and nobody may type again. */
function tryAgain(): void {
  if (isTryingAgain) return
  isTryingAgain = true
  void after(AGAIN_MS).then(() => {
    isTryingAgain = false
    sealing = sealing.then(sealWaiting)
    return undefined
  })
}

function write(name: string, where: Where, entry: Entry): Keeping {
  try {
    writeStored(name, entry, lifeOf(where), areaOf(where))
    return 'kept'
  } catch {
    return 'full'
  }
}

const RECENT = 'recent-searches'
const FORMER = ['execution:', 'comment:', 'request:', 'report:']

type Now = { name: string; where: Where }

/** How versions before this one named what the signed-in person has here, unsealed, and how it is named now. */
function formerOfOwn(): Map<string, Now> {
  const id = useSession.getState().user?.id ?? ''
  const all = new Map<string, Now>()
  for (const kind of FORMER)
    for (const former of storedNames(`${kind}${id}:`))
      all.set(former, { name: kind + former.slice(`${kind}${id}:`.length), where: 'words' })
  if (readStored(`report:${id}`) !== null) all.set(`report:${id}`, { name: 'report', where: 'words' })
  if (readStored(RECENT) !== null) all.set(RECENT, { name: RECENT, where: 'own' })
  return all
}

/** It goes once it is there in its new form. */
async function takeOver(former: string, name: string, where: Where): Promise<void> {
  const value = readStored(former)
  if (value === null || (await keepWords(name, value, where)) === 'kept')
    removeStored((each) => each === former)
}

/** Whose it was, may never come back. */
function removeEnded(): void {
  removeStored(
    (name) => [WORDS, ...FORMER].some((kind) => name.startsWith(kind)) && readStored(name) === null,
  )
}
