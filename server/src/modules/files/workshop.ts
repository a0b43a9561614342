import type { ChildProcess } from 'node:child_process'
import { DomainError } from '../../kernel/context.ts'
import { Turns } from '../../kernel/turns.ts'
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
/** Where nobody waits. */
const PATIENCE_LATER_MS = 45_000
/** How long a process that has nothing to do stays. */
export const IDLE_MS = 60_000
const HEAP_MB = 512
/** How long an upload waits for its turn. */
const WAIT_MS = 30_000
/** How long the background makes way for people before it goes on beside them. */
const MAKE_WAY_MS = 5000

/** Larger ones are not looked at. */
export const MAX_LOOK_BYTES = 64 * 1024 * 1024
/** So much is quickly done while the sender waits. */
export const QUICK_BYTES = 12 * 1024 * 1024

const BUSY = new DomainError('file.busy', '图片处理繁忙，请稍后重试')

/**
 * A process of its own that looks at one file after the other, the companies in turn: libraries that decode what
 * strangers send may hang, grow or fall, and then take only that process with them.
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

  /** The next file gets another process at once, however long this one takes to die. */
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

  /** Neither keeps a process from ending nor stays for long. */
  #rest(child: ChildProcess) {
    child.unref()
    child.channel?.unref()
    this.#idle = setTimeout(() => this.#discard(child), IDLE_MS)
    this.#idle.unref()
  }
}

/** One for those who wait, one for the background, so that a slow paper never stands before an upload. */
const forPeople = new Workshop()
const inBackground = new Workshop()

/**
 * Looks at a file that `company` sends; null is one that cannot be read. Throws a DomainError where its turn does not
 * come in time.
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

/** The same for files whose senders do not wait: after everybody who does. */
export async function lookLater(task: Task, company: number): Promise<Look | null> {
  return inBackground.turns.take(company, async () => {
    await forPeople.turns.idle(MAKE_WAY_MS)
    return inBackground.ask(task, PATIENCE_LATER_MS)
  })
}
