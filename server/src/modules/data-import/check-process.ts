import { flushCompileCache } from 'node:module'
import { DomainError } from '../../kernel/context.ts'
import { boundMemory } from '../../platform/apart.ts'
import { checkFile } from './check.ts'
import type { Answer, Task } from './check-apart.ts'
import { readTable } from './table.ts'

const MOST_MB = 2048

/** A child process (check-apart.ts): checks one file and ends. */
boundMemory({ mostMb: MOST_MB })
// Now, because the server ends this process as soon as it has the answer.
flushCompileCache()
process.once('message', (message) => {
  const task = message as Task
  const work: Promise<unknown> =
    task.kind === 'table' ? readTable(task.bytes) : checkFile(task.kind, task.bytes, task.moment)
  work.then(
    (result) => send({ result }),
    (error: unknown) =>
      send(
        error instanceof DomainError
          ? { refused: { code: error.code, message: error.message } }
          : { failed: String(error instanceof Error ? error.stack : error) },
      ),
  )
})

const send = (answer: Answer) => process.send?.(answer)
