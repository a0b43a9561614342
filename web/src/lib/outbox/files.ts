import type { Vault } from './vault.ts'
import type { Question, Reply } from './files.worker.ts'

type Later<Method> = Method extends (...input: infer Input) => infer Output
  ? (...input: Input) => Promise<Output>
  : never

/** The vault behind a worker, or one in a test. */
export type Files = { [Name in keyof Vault]: Later<Vault[Name]> } & { close: () => void }

/** A worker that does not answer in this time is none. */
const PATIENCE_MS = 60_000

/** The private files of a folder; null where the browser has none that are written at once. */
export function openFiles(folder: string): Files | null {
  if (typeof Worker === 'undefined' || typeof navigator.storage?.getDirectory !== 'function') return null
  const worker = new Worker(new URL('./files.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (reply: Reply) => void>()
  let asked = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => waiting.get(data.id)?.(data))
  // Its code did not load.
  worker.addEventListener('error', () => {
    for (const [id, settle] of waiting)
      settle({ id, failure: { name: 'NetworkError', message: 'no worker' } })
  })
  const ask = (method: keyof Vault, input: unknown[]) =>
    new Promise<never>((resolve, reject) => {
      const id = ++asked
      const settle = (reply: Reply) => {
        clearTimeout(timer)
        waiting.delete(id)
        if ('output' in reply) resolve(reply.output as never)
        else reject(new DOMException(reply.failure.message, reply.failure.name))
      }
      const timer = setTimeout(
        () => settle({ id, failure: { name: 'TimeoutError', message: 'no answer from the worker' } }),
        PATIENCE_MS,
      )
      waiting.set(id, settle)
      worker.postMessage({ id, folder, method, input } satisfies Question, { transfer: [] })
    })
  return {
    read: () => ask('read', []),
    append: (...input) => ask('append', input),
    undo: (...input) => ask('undo', input),
    renew: (...input) => ask('renew', input),
    putPhoto: (...input) => ask('putPhoto', input),
    piece: (...input) => ask('piece', input),
    close: () => worker.terminate(),
  }
}
