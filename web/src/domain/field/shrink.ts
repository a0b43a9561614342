import { own } from '@heliodesk/contract/own.ts'
import { create } from 'zustand'
import { useSession } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { Shrunk } from './shrink.worker.ts'

/** A photo of this size or less goes as it is. */
const SMALL_BYTES = 1024 * 1024
const PATIENCE_MS = 30_000

const entryOf = (userId: string) => `shrinkPhotos ${userId}`
const currentUser = () => useSession.getState().user?.id ?? ''

/** By person, what they chose on this device. */
const useChoices = create<Record<string, boolean>>(() => ({}))
const chosenBy = (choices: Record<string, boolean>, userId: string): boolean =>
  own(choices, userId) ?? readStored<boolean>(entryOf(userId)) ?? false

/** Whether this person wants photos made smaller before they go, on this device. */
export function useShrinks(): boolean {
  const userId = useSession(({ user }) => user?.id ?? '')
  return useChoices((choices) => chosenBy(choices, userId))
}
export const shrinks = (): boolean => chosenBy(useChoices.getState(), currentUser())

export function chooseShrinks(on: boolean): void {
  const userId = currentUser()
  writeStored(entryOf(userId), on)
  useChoices.setState({ [userId]: on })
}

/** One at a time, since a picture takes fifty times its file in memory. */
let before: Promise<unknown> = Promise.resolve()

/** A large photo made smaller; null if it is small, would not become smaller, or this browser cannot decode it. */
export function shrunk(file: Blob): Promise<Blob | null> {
  const next = before.then(() => shrinkOne(file))
  before = next
  return next
}

async function shrinkOne(file: Blob): Promise<Blob | null> {
  if (file.size <= SMALL_BYTES || typeof Worker === 'undefined') return null
  const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' })
  try {
    const small = await new Promise<Shrunk>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Shrunk>) => resolve(data))
      worker.addEventListener('error', () => resolve(null))
      setTimeout(() => resolve(null), PATIENCE_MS)
      worker.postMessage(file, { transfer: [] })
    })
    return small && small.size < file.size ? small : null
  } finally {
    // Its memory goes with it.
    worker.terminate()
  }
}
