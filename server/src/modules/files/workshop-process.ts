import { boundMemory } from '../../platform/apart.ts'
import { look } from './pictures.ts'
import type { Reply, Task } from './workshop.ts'

/** For a bitmap or a photo of the most pixels, and the picture made of it. */
const MOST_MB = 1536

boundMemory({ mostMb: MOST_MB })
/** Its own process (workshop.ts): answers one file after the other, and ends with whoever began it. */
process.on('message', (message) => {
  const { bytes, ...task } = message as Task
  look({ ...task, bytes: Buffer.from(bytes) })
    .catch(() => null)
    .then((found) => process.send?.({ look: found } satisfies Reply))
    .catch(() => process.exit(1))
})
