import { create } from 'zustand'
import { useSession } from './session.ts'
import { readStored, writeStored } from './storage.ts'

const STORED = 'watched-exports'
const TOLD = 'told-exports'
const REMEMBERED = 50

/** Ids of the exports that this browser waits for; they survive a reload, and sign-out clears them. */
export const useWatchedExports = create<{ ids: readonly string[] }>(() => ({
  ids: readStored<string[]>(STORED) ?? [],
}))

// Another person waits for other exports.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id)
    useWatchedExports.setState({ ids: readStored<string[]>(STORED) ?? [] })
})

useWatchedExports.subscribe(({ ids }) => writeStored(STORED, ids))

/** Makes the workspace watch these exports and show a notice when one ends. */
export function watchExports(ids: readonly string[]): void {
  const { ids: known } = useWatchedExports.getState()
  const added = ids.filter((id) => !known.includes(id))
  if (added.length > 0) useWatchedExports.setState({ ids: [...known, ...added] })
}

export function forgetExports(ids: readonly string[]): void {
  const { ids: known } = useWatchedExports.getState()
  useWatchedExports.setState({ ids: known.filter((id) => !ids.includes(id)) })
}

/** True for the first window of this browser that asks, so that each end is reported once. */
export function mayTell(id: string): boolean {
  const told = readStored<string[]>(TOLD) ?? []
  if (told.includes(id)) return false
  writeStored(TOLD, [...told, id].slice(-REMEMBERED))
  return true
}

/** Allows another notice for an export that is retried. */
export function tellAgain(id: string): void {
  writeStored(
    TOLD,
    (readStored<string[]>(TOLD) ?? []).filter((each) => each !== id),
  )
  watchExports([id])
}
