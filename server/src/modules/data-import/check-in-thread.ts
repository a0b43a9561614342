import { Worker } from 'node:worker_threads'
import type { ImportKind } from '@heliodesk/contract/data-import.ts'
import { codeOf } from '../../kernel/errors.ts'
import { DomainError } from '../../kernel/context.ts'
import type { Checked } from './check.ts'
import type { Moment } from './events-file.ts'
import { BROKEN_XLSX, fileProblem } from './table.ts'

export type Task = { kind: ImportKind; bytes: Uint8Array; moment: Moment }
export type Answer = { checked: Checked } | { refused: { code: string; message: string } }

const MAX_MEMORY_MB = 1024

/**
 * `checkFile` in a thread of its own: a large file takes seconds of computing, in which the server goes on
 * answering, and one that outgrows its memory ends the thread instead of the server.
 */
export function checkInThread(task: Task, signal?: AbortSignal): Promise<Checked> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  return new Promise<Checked>((resolve, reject) => {
    worker.once('message', (answer: Answer) => {
      if ('checked' in answer) resolve(answer.checked)
      else reject(new DomainError(answer.refused.code, answer.refused.message))
    })
    worker.once('error', (error) => {
      reject(
        codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? fileProblem('文件内容过大，请拆分后分别导入') : error,
      )
    })
    // Having nothing left to wait for, it sits on a torn archive whose end never came.
    worker.once('exit', () => reject(signal?.reason ?? BROKEN_XLSX))
  }).finally(() => {
    signal?.removeEventListener('abort', stop)
    stop()
  })
}
