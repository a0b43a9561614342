import type { Handle } from './journal.ts'
import { Vault } from './vault.ts'

/** One question to the worker: a method of the vault of a folder, with its input. */
export type Question = { id: number; folder: string; method: keyof Vault; input: unknown[] }
export type Reply = { id: number } & ({ output: unknown } | { failure: { name: string; message: string } })

type Opened = Handle & { close: () => void }

/** Only workers have it, and the types of the page leave it out. */
type WorkerFile = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<Opened> }

const TRIES = 40
const PAUSE_MS = 50

/** A window that was just closed may hold a file for a moment longer than its lock. */
async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<Opened> {
  for (let tries = 1; ; tries++) {
    try {
      const file = (await folder.getFileHandle(name, { create: true })) as WorkerFile
      return await file.createSyncAccessHandle()
    } catch (error) {
      const isHeld = error instanceof DOMException && error.name === 'NoModificationAllowedError'
      if (!isHeld || tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** Opened for one question, because a file belongs to one window at a time. */
async function withVault(folder: string, use: (vault: Vault) => unknown): Promise<unknown> {
  const root = await navigator.storage.getDirectory()
  const own = await root.getDirectoryHandle(folder, { create: true })
  const opened: Opened[] = []
  const open = async (name: string) => {
    const file = await openFile(own, name)
    opened.push(file)
    return file
  }
  try {
    // Created once: the browser keeps the names of files in a database, which a kill may damage.
    const journal = [await open('journal-a'), await open('journal-b')] as const
    return use(new Vault(journal, await open('pieces')))
  } finally {
    for (const file of opened) file.close()
  }
}

addEventListener('message', ({ data: { id, folder, method, input } }: MessageEvent<Question>) => {
  const ask = (vault: Vault) => (vault[method] as (...given: unknown[]) => unknown)(...input)
  withVault(folder, ask).then(
    (output) => postMessage({ id, output } satisfies Reply),
    (error: unknown) => {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      postMessage({ id, failure: { name, message } } satisfies Reply)
    },
  )
})
