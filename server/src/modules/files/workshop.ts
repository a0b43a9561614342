import type { ChildProcess } from 'node:child_process'
import { startApart } from '../../platform/apart.ts'

/** What a picture or a paper looks like. */
export type Look = {
  /** Of a picture as it is shown, turned by what its camera noted; 0 of a paper. */
  width: number
  height: number
  latitude: number | null
  longitude: number | null
  /** `YYYY-MM-DD HH:mm:ss` by the camera's clock. */
  takenTime: string | null
  /** WebP, at most 320 and 2048 pixels wide and high; null where they were not asked for or cannot be made. */
  thumbnail: Buffer | null
  preview: Buffer | null
}

export type Task = { bytes: Buffer; mediaType: string; derive: boolean }
export type Reply = { look: Look | null }

/** For one task, its wait for those before it not counted. */
const PATIENCE_MS = 20_000
const IDLE_MS = 60_000
const HEAP_MB = 512

/** Larger ones are not looked at. */
export const MAX_LOOK_BYTES = 64 * 1024 * 1024
/** So much is quickly done while the sender waits. */
export const QUICK_BYTES = 12 * 1024 * 1024

let workshop: ChildProcess | null = null
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Looks at a file in a process of its own, one file after the other: libraries that decode what strangers send may
 * hang, grow or fall, and then take only that process with them. Null is a file that cannot be read.
 */
export function lookAt(task: Task, patienceMs = PATIENCE_MS): Promise<Look | null> {
  const result = last.then(() => ask(task, patienceMs))
  last = result.catch(() => undefined)
  return result
}

function ask(task: Task, patienceMs: number): Promise<Look | null> {
  clearTimeout(idle)
  const child = (workshop ??= open())
  child.ref()
  child.channel?.ref()
  return new Promise<Look | null>((resolve) => {
    const finish = (look: Look | null) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit)
      resolve(look)
    }
    const timer = setTimeout(() => {
      discard(child)
      finish(null)
    }, patienceMs)
    const onMessage = (reply: unknown) => {
      rest(child)
      finish((reply as Reply).look)
    }
    const onExit = () => finish(null)
    child.once('message', onMessage).once('exit', onExit)
    child.send(task, (error) => {
      if (error) child.kill('SIGKILL')
    })
  })
}

/** The next file gets another process at once, however long this one takes to die. */
function discard(child: ChildProcess) {
  if (workshop === child) workshop = null
  child.kill('SIGKILL')
}

function open(): ChildProcess {
  const child = startApart(new URL('./workshop-process.ts', import.meta.url), { heapMb: HEAP_MB })
  child.once('exit', () => {
    if (workshop === child) workshop = null
  })
  child.on('error', () => undefined)
  return child
}

/** Neither keeps a process from ending nor stays for long. */
function rest(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
  idle = setTimeout(() => child.kill(), IDLE_MS)
  idle.unref()
}
