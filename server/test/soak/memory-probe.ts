import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into a measured server: on SIGUSR2 it runs the garbage collector and reports the memory in use, in bytes.
 * Twice, because the memory of buffers is only freed after the buffers themselves.
 */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collectGarbage()
  setImmediate(() => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    process.stdout.write(`in use ${heapUsed + external}\n`)
  })
})
