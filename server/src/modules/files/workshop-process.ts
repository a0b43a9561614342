import { boundMemory } from '../../platform/apart.ts'
import { look } from './pictures.ts'
import type { Reply, Task } from './workshop.ts'

/** Enough for a bitmap or photo of the maximum size and the picture made from it. */
const MOST_MB = 1536

boundMemory({ mostMb: MOST_MB })
/** A child process (workshop.ts): processes one file after the other, and ends with its parent. */
process.on('message', (message) => {
  const { bytes, ...task } = message as Task
  look({ ...task, bytes: Buffer.from(bytes) })
    .catch(() => null)
    .then((found) => process.send?.({ look: found } satisfies Reply))
    .catch(() => process.exit(1))
})
