import { fork, type ChildProcess } from 'node:child_process'
import { Worker } from 'node:worker_threads'

/**
 * Starts one of our programs in a child process, to decode files from untrusted senders: a hang, a memory leak or a
 * crash takes down only that process. `program` answers with `process.send`.
 */
export function startApart(program: URL, { heapMb }: { heapMb: number }): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    // It needs none of our secrets. With a compile cache it starts in half the processor time.
    env: { PATH, NODE_ENV: 'production', ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

const LOOK_EVERY_MS = 50

/** Watches from a worker thread, because the decoding code never yields. */
const WATCH = `
  const { workerData } = require('node:worker_threads')
  setInterval(() => {
    const isTooMuch = process.memoryUsage.rss() > workerData.mostBytes
    if (isTooMuch || process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
  }, workerData.everyMs)`

/**
 * Called by such a program at its start: the process ends when its memory exceeds this, whichever library allocated it;
 * the heap limit does not count buffers or native memory. It also ends when its parent has died.
 */
export function boundMemory({ mostMb }: { mostMb: number }): void {
  // Read here, because the parent may die before the thread runs.
  const workerData = { mostBytes: mostMb * 1024 * 1024, everyMs: LOOK_EVERY_MS, parent: process.ppid }
  new Worker(WATCH, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()
}
