import type { ImportKind } from '@heliodesk/contract/data-import.ts'
import { DomainError } from '../../kernel/context.ts'
import { Turns } from '../../kernel/turns.ts'
import { startApart } from '../../platform/apart.ts'
import type { Checked } from './check.ts'
import type { Moment } from './events-file.ts'
import { BROKEN_XLSX, fileProblem, type Table } from './table.ts'

type Check = { kind: ImportKind; bytes: Uint8Array; moment: Moment }
/** A file to check as an import of one kind, or only to read as a table. */
export type Task = Check | { kind: 'table'; bytes: Uint8Array }
export type Answer = { result: unknown } | { refused: { code: string; message: string } } | { failed: string }

const HEAP_MB = 1024
/** The time limit for one file, without its wait in the queue; the largest files need about ten seconds. */
const PATIENCE_MS = 180_000
const TOO_SLOW = fileProblem('文件读取超时，请拆分后分别导入')

/** Each check may use much memory; the companies take turns. */
const turns = new Turns<number>({
  atOnce: 2,
  mostWaiting: 8,
  tooMany: fileProblem('正在检查的文件过多，请稍后再试'),
})

/**
 * `checkFile` in a child process: a large file takes seconds of CPU, during which the server stays responsive, and a
 * file that needs too much memory ends that process instead of the server. A check over the time limit is ended to free
 * its place.
 */
export const checkApart = (
  task: Check,
  company: number,
  signal?: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<Checked> => turns.take(company, () => ask<Checked>(task, patienceMs, signal), signal)

/** `readTable` in a child process, likewise. */
export const readTableApart = (bytes: Uint8Array, company: number): Promise<Table> =>
  turns.take(company, () => ask<Table>({ kind: 'table', bytes }, PATIENCE_MS))

function ask<Result>(task: Task, patienceMs: number, signal?: AbortSignal): Promise<Result> {
  const child = startApart(new URL('./check-process.ts', import.meta.url), { heapMb: HEAP_MB })
  const stop = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', stop, { once: true })
  let timer: NodeJS.Timeout | undefined
  return new Promise<Result>((resolve, reject) => {
    timer = setTimeout(() => reject(TOO_SLOW), patienceMs)
    child.once('message', (message) => {
      const answer = message as Answer
      if ('result' in answer) resolve(answer.result as Result)
      else if ('failed' in answer) reject(new Error(`a file could not be checked: ${answer.failed}`))
      else reject(new DomainError(answer.refused.code, answer.refused.message))
    })
    child.once('error', reject)
    // The process ended on its own with nothing left to wait for: a truncated archive whose end never came.
    child.once('exit', (code) =>
      reject(signal?.reason ?? (code === 0 ? BROKEN_XLSX : fileProblem('文件内容过大，请拆分后分别导入'))),
    )
    child.send(task, (error) => {
      if (error) stop()
    })
  }).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  })
}
