import { create } from 'zustand'
import { readStored, writeStored } from './storage.ts'

const STORED = 'watched-exports'
const TOLD = 'told-exports'
const REMEMBERED = 50

/** Ids of the exports whose end this browser waits for; they survive a reload, and sign-out clears them. */
export const useWatchedExports = create<{ ids: readonly string[] }>(() => ({
  ids: readStored<string[]>(STORED) ?? [],
}))

useWatchedExports.subscribe(({ ids }) => writeStored(STORED, ids))

/** From now on the workspace looks after these until they end, and says so then. */
export function watchExports(ids: readonly string[]): void {
  const { ids: known } = useWatchedExports.getState()
  const added = ids.filter((id) => !known.includes(id))
  if (added.length > 0) useWatchedExports.setState({ ids: [...known, ...added] })
}

export function forgetExports(ids: readonly string[]): void {
  const { ids: known } = useWatchedExports.getState()
  useWatchedExports.setState({ ids: known.filter((id) => !ids.includes(id)) })
}

/** True for the first of this browser's windows that asks: each end is told once. */
export function mayTell(id: string): boolean {
  const told = readStored<string[]>(TOLD) ?? []
  if (told.includes(id)) return false
  writeStored(TOLD, [...told, id].slice(-REMEMBERED))
  return true
}

/** Another try of an export that was told of ends anew. */
export function tellAgain(id: string): void {
  writeStored(
    TOLD,
    (readStored<string[]>(TOLD) ?? []).filter((each) => each !== id),
  )
  watchExports([id])
}
