import { parentPort } from 'node:worker_threads'
import { DomainError } from '../../kernel/context.ts'
import { present } from '../../platform/certain.ts'
import { faultOf, requirePatterns } from './matching.ts'
import type { Reply, Task } from './matcher.ts'

function answer({ segments, value }: Task): Reply {
  try {
    if (value !== null) return { fault: faultOf(segments, value) }
    requirePatterns(segments)
    return { fault: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}

const port = present(parentPort)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
const send = (message: unknown) => port.postMessage(message)
port.on('message', (task: Task) => send(answer(task)))
send('ready')
