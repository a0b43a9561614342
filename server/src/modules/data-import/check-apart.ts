import type { ImportKind } from '@heliodesk/contract/data-import.ts'
import { DomainError } from '../../kernel/context.ts'
import { Turns } from '../../kernel/turns.ts'
import { startApart } from '../../platform/apart.ts'
import type { Checked } from './check.ts'
import type { Moment } from './events-file.ts'
import { BROKEN_XLSX, fileProblem, TOO_LARGE, type Table } from './table.ts'

type Check = { kind: ImportKind; bytes: Uint8Array; moment: Moment }
/** A file to check as an import of one kind, or only to read as a table. */
export type Task = Check | { kind: 'table'; bytes: Uint8Array }
export type Answer = { result: unknown } | { refused: { code: string; message: string } } | { failed: string }

/** Of one file; the time without its wait in the queue. The largest files need about ten seconds. */
const LIMITS = { heapMb: 1024, patienceMs: 180_000 }
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
  limits: Partial<typeof LIMITS> = {},
): Promise<Checked> => turns.take(company, () => ask<Checked>(task, { ...LIMITS, ...limits }, signal), signal)

/** `readTable` in a child process, likewise. */
export const readTableApart = (bytes: Uint8Array, company: number): Promise<Table> =>
  turns.take(company, () => ask<Table>({ kind: 'table', bytes }, LIMITS))

function ask<Result>(
  task: Task,
  { heapMb, patienceMs }: typeof LIMITS,
  signal?: AbortSignal,
): Promise<Result> {
  const child = startApart(new URL('./check-process.ts', import.meta.url), { heapMb })
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
    child.once('exit', (code) => reject(signal?.reason ?? (code === 0 ? BROKEN_XLSX : TOO_LARGE)))
    child.send(task, (error) => {
      if (error) stop()
    })
  }).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  })
}
