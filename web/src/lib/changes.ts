import { CHANGES_PATH, HEARTBEAT_MS, type ChangesEvent } from '@heliodesk/contract/changes.ts'
import type { Entity } from '@heliodesk/contract/entities.ts'
import { fetchCall } from './call.ts'
import { refreshBehind } from './others.ts'
import { noteAct, queryClient, type Changed } from './queries.ts'
import { stream } from './stream.ts'
import { currentToken, useSession, windowId } from './session.ts'

const CALL = { method: 'GET', path: CHANGES_PATH, envelope: 'sys' } as const

/** A stream that is silent for this long is dead. */
const SILENT_MS = HEARTBEAT_MS * 2.5
/** A hidden window has no stream: it shows nothing, and browsers allow few connections to one server. */
const HIDDEN_MS = 10_000
/** After this time in the background, nobody reads what the window shows. */
const FORGOTTEN_MS = 60_000
/** Before connecting again: doubles with each failure; shortened at random, so that windows do not come all at once. */
const AGAIN_MS = { first: 2000, longest: 60_000 }
/** Reads begin at random within the first, and not again before the second. */
const READ_MS = { spread: 300, next: 800 }

/**
 * Hears what other people change, while the window is visible, and reads what is on screen again. Without a connection,
 * the focus reads it again. Returns the function that stops it.
 */
export function followChanges(): () => void {
  const ending = new AbortController()
  const reading = readTogether()
  const line = stayConnected(reading.add)
  let hiddenAt = document.hidden ? Date.now() : null
  let hiding = 0
  const turn = () => {
    window.clearTimeout(hiding)
    if (document.hidden) {
      hiddenAt = Date.now()
      hiding = window.setTimeout(line.close, HIDDEN_MS)
      return
    }
    if (hiddenAt !== null && Date.now() - hiddenAt > FORGOTTEN_MS) noteAct(null)
    hiddenAt = null
    line.open()
  }
  const focus = () => {
    if (!line.isOpen()) reading.add(null)
  }
  document.addEventListener('visibilitychange', turn, { signal: ending.signal })
  window.addEventListener('focus', focus, { signal: ending.signal })
  window.addEventListener('online', line.open, { signal: ending.signal })
  window.addEventListener('offline', line.close, { signal: ending.signal })
  const unsubscribe = useSession.subscribe(({ token }, before) => {
    if (token === null) line.close()
    else if (before.token === null) line.open()
  })
  if (!document.hidden) line.open()
  return () => {
    ending.abort()
    unsubscribe()
    window.clearTimeout(hiding)
    line.close()
    reading.stop()
  }
}

/** Reads again what shows any of the entities added meanwhile, one time after the other. */
function readTogether() {
  let waiting: Changed = []
  let waitingOfOthers: readonly Entity[] = []
  let timer: number | undefined
  let busy = false
  const plan = (ms: number) => {
    timer ??= window.setTimeout(() => void read(), ms)
  }
  const read = async () => {
    const [changed, byOthers] = [waiting, waitingOfOthers]
    waiting = []
    waitingOfOthers = []
    busy = true
    await refreshBehind(queryClient, changed, byOthers).catch(() => undefined)
    timer = window.setTimeout(() => {
      timer = undefined
      busy = false
      if (waiting === null || waiting.length > 0) plan(0)
    }, READ_MS.next)
  }
  return {
    add: (changed: Changed, byOthers: readonly Entity[] = []) => {
      if (changed?.length === 0) return
      waitingOfOthers = [...new Set([...waitingOfOthers, ...byOthers])]
      waiting = changed && waiting && [...new Set([...waiting, ...changed])]
      if (!busy) plan(Math.random() * READ_MS.spread)
    },
    stop: () => window.clearTimeout(timer),
  }
}

/** Keeps a stream open between `open` and `close`, and passes on what was changed elsewhere, and by other people. */
function stayConnected(onChanged: (changed: Changed, byOthers: readonly Entity[]) => void) {
  let ending: AbortController | null = null
  let again: number | undefined
  let failures = 0
  let isOpen = false
  let isEnded = false
  // The page itself was loaded at that time. Of two clocks, one may stand still while the machine sleeps.
  let heardAt = { steady: 0, wall: performance.timeOrigin }
  const age = () => Math.ceil(Math.max(performance.now() - heardAt.steady, Date.now() - heardAt.wall, 0))
  const hear = () => {
    heardAt = { steady: performance.now(), wall: Date.now() }
  }

  const open = () => {
    if (ending || document.hidden || currentToken() === null) return
    window.clearTimeout(again)
    isEnded = false
    const own = new AbortController()
    ending = own
    void follow(own)
      .catch(() => undefined)
      .finally(() => {
        isOpen = false
        stream.isOpen = false
        if (ending !== own) return
        ending = null
        if (isEnded) return
        const wait = Math.min(AGAIN_MS.first * 2 ** failures, AGAIN_MS.longest)
        failures += 1
        again = window.setTimeout(open, wait * (0.25 + 0.75 * Math.random()))
      })
  }
  const close = () => {
    window.clearTimeout(again)
    ending?.abort()
    ending = null
    isOpen = false
    stream.isOpen = false
  }

  async function follow(own: AbortController) {
    const response = await fetchCall(CALL, { age: age() }, { signal: own.signal })
    // The next call finds out that the session has ended, and says so.
    if (response.status === 401) isEnded = true
    if (!response.ok || !response.body) return
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    own.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    let text = ''
    for (;;) {
      const dead = window.setTimeout(() => own.abort(), SILENT_MS)
      const { done, value } = await reader.read().finally(() => window.clearTimeout(dead))
      if (done) return
      const blocks = `${text}${value}`.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) if (block.startsWith('data: ')) tell(block.slice(6))
      if (blocks.length > 0) hear()
      isOpen = true
      stream.isOpen = true
      failures = 0
    }
  }

  function tell(data: string) {
    const event = JSON.parse(data) as ChangesEvent
    const told = Object.entries(event ?? {}) as [Entity, string | null][]
    const changed = told.flatMap(([entity, by]) => (by === windowId ? [] : entity))
    const byOthers = told.flatMap(([entity, by]) => (by === null ? entity : []))
    onChanged(event && changed, byOthers)
  }

  return { open, close, isOpen: () => isOpen }
}
