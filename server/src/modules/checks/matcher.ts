import { Worker } from 'node:worker_threads'
import type { Segment } from '@heliodesk/contract/checks.ts'
import { DomainError } from '../../kernel/context.ts'
import { Turns } from '../../kernel/turns.ts'

/** Without a value only the patterns are checked. */
export type Task = { segments: readonly Segment[]; value: string | null }
export type Reply = { fault: string | null } | { refused: { code: string; message: string } }

/** The time limit for one value, without its wait in the queue. */
const PATIENCE_MS = 500
const MAX_MEMORY_MB = 256

const TOO_SLOW = { code: 'check_rule.too_slow', message: '编码规则校验超时，请管理员精简规则后重试' }
const BUSY = new DomainError('check_rule.busy', '同时校验的编码过多，请稍后重试')

/**
 * Matches values against rules in a worker thread, one value at a time, with companies taking turns: a slow rule delays
 * neither the server nor another company by more than one value. A match over the time limit terminates its thread; the
 * next one gets a new thread.
 */
export class Matcher {
  readonly #patienceMs: number
  readonly #turns: Turns<number>
  #thread: Promise<Worker> | null = null

  /** Each waiting call holds a database connection: at most `mostWaiting` calls of one company wait. */
  constructor(mostWaiting: number, patienceMs = PATIENCE_MS) {
    this.#turns = new Turns({ atOnce: 1, mostWaiting, tooMany: BUSY })
    this.#patienceMs = patienceMs
  }

  /** Why the value does not match the rule, or null. Throws if the rule is not usable. */
  async faultOf(company: number, task: Task): Promise<string | null> {
    const reply = await this.#turns.take(company, () => this.#ask(task))
    if ('refused' in reply) throw new DomainError(reply.refused.code, reply.refused.message)
    return reply.fault
  }

  async #ask(task: Task): Promise<Reply> {
    const thread = await (this.#thread ??= this.#open())
    thread.ref()
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        clearImmediate(last)
        thread.off('message', finish).off('error', fail).off('exit', giveUp).unref()
      }
      const finish = (reply: Reply) => {
        leave()
        resolve(reply)
      }
      const giveUp = () => {
        this.#thread = null
        void thread.terminate()
        finish({ refused: TOO_SLOW })
      }
      /** A fault of the server. Out of memory is the rule's fault; the exit event that follows reports it. */
      const fail = (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return
        this.#thread = null
        leave()
        reject(error)
      }
      // If the server itself was blocked, it handles an answer that has arrived before it times out.
      let last: NodeJS.Immediate | undefined
      const timer = setTimeout(() => (last = setImmediate(giveUp)), this.#patienceMs)
      thread.once('message', finish).once('error', fail).once('exit', giveUp)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(task)
    })
  }

  /** Starts a thread and waits until it has loaded its code. */
  #open(): Promise<Worker> {
    const thread = new Worker(new URL('./match-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    const opened = new Promise<Worker>((resolve, reject) => {
      thread.once('message', () => resolve(thread)).on('error', reject)
      thread.once('exit', () => {
        if (this.#thread === opened) this.#thread = null
        reject(new Error('the thread that matches by rules ended'))
      })
    })
    return opened
  }
}
