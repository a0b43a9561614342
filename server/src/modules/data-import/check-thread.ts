import { parentPort, workerData } from 'node:worker_threads'
import { DomainError } from '../../kernel/context.ts'
import { checkFile } from './check.ts'
import type { Answer, Task } from './check-in-thread.ts'

const { kind, bytes, moment }: Task = workerData
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
const send = (answer: Answer) => parentPort!.postMessage(answer)
try {
  send({ checked: await checkFile(kind, bytes, moment) })
} catch (error) {
  if (!(error instanceof DomainError)) throw error
  send({ refused: { code: error.code, message: error.message } })
}
