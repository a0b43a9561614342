import type { ChildProcess } from 'node:child_process'
import { DomainError } from '../../kernel/context.ts'
import { Turns } from '../../kernel/turns.ts'
import { startApart } from '../../platform/apart.ts'

/** The properties of a picture or document. */
export type Look = {
  /** Width of a picture after applying its EXIF orientation; 0 for a document. */
  width: number
  height: number
  latitude: number | null
  longitude: number | null
  /** `YYYY-MM-DD HH:mm:ss` in the camera's local time. */
  takenTime: string | null
  /** WebP, at most 320 and 2048 pixels wide and high; null if not requested or not possible. */
  thumbnail: Buffer | null
  preview: Buffer | null
}

export type Task = { bytes: Buffer; mediaType: string; derive: boolean }
export type Reply = { look: Look | null }

/** Time limit of one task, without its wait in the queue. */
const PATIENCE_MS = 20_000
/** The limit of background tasks. */
const PATIENCE_LATER_MS = 45_000
/** How long an idle process is kept. */
export const IDLE_MS = 60_000
const HEAP_MB = 512
/** How long an upload waits for its turn. */
const WAIT_MS = 30_000
/** How long background work yields to uploads before it runs beside them. */
const MAKE_WAY_MS = 5000

/** Larger files are not examined. */
export const MAX_LOOK_BYTES = 64 * 1024 * 1024
/** Files up to this size are processed while the sender waits. */
export const QUICK_BYTES = 12 * 1024 * 1024

const BUSY = new DomainError('file.busy', '图片处理繁忙，请稍后重试')

/**
 * A child process that examines one file at a time; companies take turns. Libraries that decode untrusted files may
 * hang, use up memory or crash, and then take down only that process.
 */
class Workshop {
  readonly turns = new Turns<number>({ atOnce: 1, mostWaiting: 100, tooMany: BUSY })
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined

  ask(task: Task, patienceMs: number): Promise<Look | null> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#open())
    child.ref()
    child.channel?.ref()
    return new Promise<Look | null>((resolve) => {
      const finish = (look: Look | null) => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit)
        resolve(look)
      }
      const timer = setTimeout(() => {
        this.#discard(child)
        finish(null)
      }, patienceMs)
      const onMessage = (reply: unknown) => {
        this.#rest(child)
        finish((reply as Reply).look)
      }
      const onExit = () => finish(null)
      child.once('message', onMessage).once('exit', onExit)
      child.send(task, (error) => {
        if (error) child.kill('SIGKILL')
      })
    })
  }

  /** The next file gets a new process at once, however long this one takes to end. */
  #discard(child: ChildProcess) {
    if (this.#child === child) this.#child = null
    child.kill('SIGKILL')
  }

  #open(): ChildProcess {
    const child = startApart(new URL('./workshop-process.ts', import.meta.url), { heapMb: HEAP_MB })
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    child.on('error', () => undefined)
    return child
  }

  /** An idle process does not keep the server from exiting, and is ended after a while. */
  #rest(child: ChildProcess) {
    child.unref()
    child.channel?.unref()
    this.#idle = setTimeout(() => this.#discard(child), IDLE_MS)
    this.#idle.unref()
  }
}

/** One for uploads, one for the background, so that a slow document never delays an upload. */
const forPeople = new Workshop()
const inBackground = new Workshop()

/**
 * Examines a file sent by `company`; null if it cannot be read. Throws a DomainError if its turn does not come in time.
 */
export async function lookAt(task: Task, company: number, patienceMs = PATIENCE_MS): Promise<Look | null> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(BUSY), WAIT_MS)
  const work = () => {
    clearTimeout(timer)
    return forPeople.ask(task, patienceMs)
  }
  return forPeople.turns.take(company, work, waiting.signal).finally(() => clearTimeout(timer))
}

/** The same for files whose senders do not wait; has lower priority than uploads. */
export async function lookLater(task: Task, company: number): Promise<Look | null> {
  return inBackground.turns.take(company, async () => {
    await forPeople.turns.idle(MAKE_WAY_MS)
    return inBackground.ask(task, PATIENCE_LATER_MS)
  })
}
