import { create } from 'zustand'
import { currentToken } from './session.ts'

type Unsaved = {
  /** The page that holds it. */
  path: string
  /** This device keeps it, so that a closed browser loses nothing. */
  kept: boolean
}

type State = { entries: ReadonlyMap<string, Unsaved> }

/** What was typed and is not saved yet, in pages that show and in those that rest. */
export const useUnsavedEntries = create<State>(() => ({ entries: new Map() }))

export function noteUnsaved(id: string, unsaved: Unsaved | null): void {
  const { entries } = useUnsavedEntries.getState()
  if (unsaved === null && !entries.has(id)) return
  const next = new Map(entries)
  if (unsaved) next.set(id, unsaved)
  else next.delete(id)
  useUnsavedEntries.setState({ entries: next })
}

/** A page that is gone has taken along what was typed there. */
export function forgetUnsaved(isGone: (path: string) => boolean): void {
  for (const [id, { path }] of useUnsavedEntries.getState().entries) if (isGone(path)) noteUnsaved(id, null)
}

export const hasUnsaved = ({ entries }: State, path: string): boolean =>
  [...entries.values()].some((each) => each.path === path)

/** The browser asks before it throws away what nothing keeps. */
export function guardUnload(): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    const isLost = [...useUnsavedEntries.getState().entries.values()].some(({ kept }) => !kept)
    // When the session ends, nothing can be saved any more.
    if (isLost && currentToken() !== null) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}
