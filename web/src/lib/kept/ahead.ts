import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { create } from 'zustand'
import { after } from '../after.ts'
import { CallError, send } from '../call.ts'
import { hasLine } from '../line.ts'
import { has, useGrants } from '../permission.tsx'
import { currentToken, useSession } from '../session.ts'
import { readStored, writeStored } from '../storage.ts'
import { keepAhead, keepsAnswers } from './read.ts'

/** A question that is asked ahead of time, exactly as the screen asks it, and those that its answer leads to. */
export type Ahead = { call: Call<'query'>; input: object; next: (answer: unknown) => readonly Ahead[] }

export const ahead = <C extends Call<'query'>>(
  call: C,
  input: Sent<C>,
  next: (answer: Received<C>) => readonly Ahead[] = () => [],
): Ahead => ({ call, input: input as object, next: next as Ahead['next'] })

/** Not more often than this, unless its user asks for it. */
const EVERY_MS = 5 * 60_000
/** Between two questions: others wait for the line, too. */
const PAUSE_MS = 120
/** At most as many questions at a time. */
const MOST = 400

const AT = 'ahead-at'

export const useAhead = create<{ busy: boolean; at: number | null; asked: number }>(() => ({
  busy: false,
  at: readStored<number>(AT),
  asked: 0,
}))

export const isAheadDue = (now: number): boolean => now - (useAhead.getState().at ?? 0) >= EVERY_MS

type Source = () => Promise<readonly Ahead[]>

let sources: readonly Source[] = []

/** Where the questions come from. */
export const readAheadFrom = (all: readonly Source[]): void => void (sources = all)

/** Asks one question after the other, slowly, and keeps the answers; stops where the line or the session ends. */
export async function takeAhead(): Promise<void> {
  if (useAhead.getState().busy || !keepsAnswers() || !hasLine() || currentToken() === null) return
  useAhead.setState({ busy: true, asked: 0 })
  const person = useSession.getState().user?.id
  try {
    const queue = (await Promise.all(sources.map((source) => source()))).flat()
    for (let asked = 1; queue.length > 0 && asked <= MOST; asked++) {
      if (!hasLine() || useSession.getState().user?.id !== person) return
      const { call, input, next } = queue.shift()!
      if (!mayAsk(call)) continue
      queue.push(...(await answersOf(call, input, next)))
      useAhead.setState({ asked })
      await after(PAUSE_MS)
    }
    const at = Date.now()
    writeStored(AT, at)
    useAhead.setState({ at })
  } finally {
    useAhead.setState({ busy: false })
  }
}

async function answersOf(call: Call<'query'>, input: object, next: Ahead['next']): Promise<readonly Ahead[]> {
  try {
    return next(await keepAhead(call, input, () => send(call, input)))
  } catch (error) {
    // Without a line the rest waits; what was refused is refused again when somebody opens it.
    if (error instanceof CallError) return []
    throw error
  }
}

const mayAsk = ({ access, kept }: Call) =>
  kept && (typeof access === 'string' || has(useGrants.getState(), access.perm))
