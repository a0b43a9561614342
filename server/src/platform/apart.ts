import { fork, type ChildProcess } from 'node:child_process'
import { Worker } from 'node:worker_threads'

/**
 * Starts a program of ours in a process of its own, for what decodes strangers' files: whatever hangs, grows or falls
 * there takes only that process with it. `program` answers by `process.send`.
 */
export function startApart(program: URL, { heapMb }: { heapMb: number }): ChildProcess {
  return fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    // It needs no secrets of ours.
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

const LOOK_EVERY_MS = 50

/** Looks from beside, because what unpacks does not pause to be asked. */
const WATCH = `
  const { workerData } = require('node:worker_threads')
  const parent = process.ppid
  setInterval(() => {
    const isTooMuch = process.memoryUsage.rss() > workerData.mostBytes
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, workerData.everyMs)`

/**
 * Called by such a program as it begins: it ends when it takes more memory than this, whichever library took it; the
 * limit of its heap knows nothing of buffers and of what is not JavaScript. It also ends when who started it has died.
 */
export function boundMemory({ mostMb }: { mostMb: number }): void {
  const workerData = { mostBytes: mostMb * 1024 * 1024, everyMs: LOOK_EVERY_MS }
  new Worker(WATCH, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()
}
