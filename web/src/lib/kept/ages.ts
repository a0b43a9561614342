import { create } from 'zustand'

/** When the server gave what a query shows, for those that show what was kept; by the hash of their key. */
export const useAges = create<{ ages: ReadonlyMap<string, number> }>(() => ({ ages: new Map() }))

/** null: what it shows is the server's answer. */
export function noteAge(hash: string, at: number | null): void {
  const { ages } = useAges.getState()
  if (at === null && !ages.has(hash)) return
  const next = new Map(ages)
  if (at === null) next.delete(hash)
  else next.set(hash, at)
  useAges.setState({ ages: next })
}
