import type { Call } from '@heliodesk/contract/call.ts'
import { after } from '../after.ts'
import { CallError } from '../answers.ts'
import { hasLine, noteLine } from '../line.ts'
import { isMobile } from '../request-context.ts'
import { useSession } from '../session.ts'
import { noteKeptOwner } from './forget.ts'
import type { Shelf } from './shelf.ts'

/** How long an answer is waited for before the kept one shows; shorter while the line is known to be gone. */
const PATIENCE_MS = { line: 3000, none: 400 }

/** Phones keep answers. The keys need a secure context, which plain HTTP inside a LAN is not. */
export const keepsAnswers = (): boolean =>
  isMobile() && typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined

/** The signed-in person of a company; another one has another shelf. */
export function keptPerson(): string | null {
  const { user } = useSession.getState()
  return user && `${user.tenantId}:${user.id}`
}

let opened: { person: string; shelf: Promise<Shelf> } | null = null

/** The shelf of the signed-in person; null without one. */
export async function ownShelf(): Promise<Shelf | null> {
  const person = keptPerson()
  const id = useSession.getState().user?.id
  if (person === null || id === undefined || !keepsAnswers()) return null
  if (opened?.person !== person) {
    const shelf = (async () => {
      const [{ openStore }, { openShelf }] = await Promise.all([import('./store.ts'), import('./shelf.ts')])
      noteKeptOwner(id)
      return openShelf(openStore(), person)
    })()
    opened = { person, shelf }
    shelf.catch(() => (opened = null))
  }
  return opened.shelf
}

/** Nothing that was opened before is used again. */
export const closeShelf = (): void => void (opened = null)

type Reading<T> = {
  call: Pick<Call, 'path' | 'output'>
  input: unknown
  ask: (signal: AbortSignal) => Promise<T>
  signal: AbortSignal
  /** Learns when the server gave the answer; null if it just did. */
  onAge: (at: number | null) => void
}

/** The server's answer, which is kept; without a line the one that was kept before. */
export async function readThrough<T>({ call, input, ask, signal, onAge }: Reading<T>): Promise<T> {
  const question = questionOf(call, input)
  const kept = () => takeQuietly(call, question)
  const own = new AbortController()
  const abort = () => own.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort)
  const answered = ask(own.signal)
  try {
    const late = after(hasLine() ? PATIENCE_MS.line : PATIENCE_MS.none).then(kept)
    const first = await Promise.race([
      answered.then((answer) => ({ answer })),
      late.then((old) => (old ? { old } : new Promise<never>(() => undefined))),
    ])
    if ('answer' in first) {
      onAge(null)
      void putQuietly(question, first.answer)
      return first.answer
    }
    noteLine(false)
    // A call may still be answered; what it brings is read again when the line is back.
    answered.then((answer) => putQuietly(question, answer)).catch(() => undefined)
    onAge(first.old.at)
    return first.old.answer as T
  } catch (error) {
    if (!isNoAnswer(error)) throw error
    noteLine(false)
    const old = await kept()
    if (!old) throw error
    onAge(old.at)
    return old.answer as T
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Asks ahead of time, so that the answer is there without a line. */
export async function keepAhead(
  call: Pick<Call, 'path'>,
  input: unknown,
  ask: () => Promise<unknown>,
): Promise<unknown> {
  const answer = await ask()
  await putQuietly(questionOf(call, input), answer)
  return answer
}

/** Changes a kept answer by what the server has accepted since, until it is read again. */
export async function changeKept<T>(
  call: Pick<Call, 'path' | 'output'>,
  input: unknown,
  change: (answer: T) => T,
): Promise<void> {
  const question = questionOf(call, input)
  const old = await takeQuietly(call, question)
  if (old) await putQuietly(question, change(old.answer as T), old.at)
}

const questionOf = ({ path }: Pick<Call, 'path'>, input: unknown) =>
  `${path} ${JSON.stringify(sorted(input))}`

/** The same question whatever the order of its fields. */
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, each]) => [name, sorted(each)]),
      )
    : value

/**
 * Nobody answered, or not we: without a request number the answer is that of a portal on the way, and a proxy without a
 * server behind says so.
 */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.isOffline || error.requestId === null || [502, 503, 504].includes(error.status))

/** What cannot be kept is still shown. */
async function putQuietly(question: string, answer: unknown, at = Date.now()): Promise<void> {
  try {
    await (await ownShelf())?.put(question, answer, at)
  } catch {
    closeShelf()
  }
}

/** Null also for what an earlier build kept, if it lacks something that the screens of this one read. */
async function takeQuietly({ output }: Pick<Call, 'output'>, question: string) {
  try {
    const kept = await (await ownShelf())?.take(question)
    return kept && output.safeParse(kept.answer).success ? kept : null
  } catch {
    closeShelf()
    return null
  }
}
