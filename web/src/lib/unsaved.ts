import { create } from 'zustand'
import { currentToken } from './session.ts'

type Unsaved = {
  /** The page with the unsaved values. */
  path: string
  /** This device stores the values, so that closing the browser loses nothing. */
  kept: boolean
}

type State = { entries: ReadonlyMap<string, Unsaved> }

/** Unsaved values in visible and in hidden pages. */
export const useUnsavedEntries = create<State>(() => ({ entries: new Map() }))

export function noteUnsaved(id: string, unsaved: Unsaved | null): void {
  const { entries } = useUnsavedEntries.getState()
  if (unsaved === null && !entries.has(id)) return
  const next = new Map(entries)
  if (unsaved) next.set(id, unsaved)
  else next.delete(id)
  useUnsavedEntries.setState({ entries: next })
}

/** Drops the entries of closed pages. */
export function forgetUnsaved(isGone: (path: string) => boolean): void {
  for (const [id, { path }] of useUnsavedEntries.getState().entries) if (isGone(path)) noteUnsaved(id, null)
}

export const hasUnsaved = ({ entries }: State, path: string): boolean =>
  [...entries.values()].some((each) => each.path === path)

/** Makes the browser ask before it discards values that are stored nowhere. */
export function guardUnload(): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    const isLost = [...useUnsavedEntries.getState().entries.values()].some(({ kept }) => !kept)
    // When the session has ended, nothing can be saved any more.
    if (isLost && currentToken() !== null) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}
