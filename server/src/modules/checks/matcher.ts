import { Worker } from 'node:worker_threads'
import type { Segment } from '@heliodesk/contract/checks.ts'
import { DomainError } from '../../kernel/context.ts'
import { Turns } from '../../kernel/turns.ts'

/** Without a value the patterns alone are looked at. */
export type Task = { segments: readonly Segment[]; value: string | null }
export type Reply = { fault: string | null } | { refused: { code: string; message: string } }

/** For one value, its wait for those before it not counted. */
const PATIENCE_MS = 500
const MAX_MEMORY_MB = 256

const TOO_SLOW = { code: 'check_rule.too_slow', message: '编码规则校验超时，请管理员精简规则后重试' }
const BUSY = new DomainError('check_rule.busy', '同时校验的编码过多，请稍后重试')

/**
 * Matches by rules in a thread of its own, one value after the other and the companies in turn: a slow rule holds up
 * neither the server nor another company for more than one value. One that is not done in time costs its thread, and
 * the next gets a fresh one.
 */
export class Matcher {
  readonly #patienceMs: number
  readonly #turns: Turns<number>
  #thread: Promise<Worker> | null = null

  /** Each that waits holds a connection to the database: of one company no more than `mostWaiting` do. */
  constructor(mostWaiting: number, patienceMs = PATIENCE_MS) {
    this.#turns = new Turns({ atOnce: 1, mostWaiting, tooMany: BUSY })
    this.#patienceMs = patienceMs
  }

  /** Why the value is not built as the rule says, or null. Throws when the rule cannot be matched by. */
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
      /** A fault of ours; want of memory is the rule's, and the exit that follows says so. */
      const fail = (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return
        this.#thread = null
        leave()
        reject(error)
      }
      // A server that was held up itself hears of an answer that has come before it gives up.
      let last: NodeJS.Immediate | undefined
      const timer = setTimeout(() => (last = setImmediate(giveUp)), this.#patienceMs)
      thread.once('message', finish).once('error', fail).once('exit', giveUp)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(task)
    })
  }

  /** A thread that has loaded all it needs. */
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
