import { useHref, useLocation, useNavigate } from 'react-router'
import { afterMove, searchNow } from '../lib/location.ts'

export type QueryPatch = Record<string, string | readonly string[] | null>

/** The query with some parameters replaced; null, '' and an empty list remove one. */
export function patchQuery(query: URLSearchParams, patch: QueryPatch): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(patch)) {
    next.delete(name)
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) if (each) next.append(name, each)
  }
  return next
}

/** This module's state in the current history entry; the router keeps it under `usr`. */
function stateOfEntry(): unknown {
  const entry: unknown = window.history.state
  return typeof entry === 'object' && entry !== null && 'usr' in entry ? entry.usr : null
}

function isPushed(): boolean {
  const state = stateOfEntry()
  return typeof state === 'object' && state !== null && 'pushed' in state && state.pushed === true
}

/** The page's query string, so that its state can be linked, reloaded and gone back from. */
export function useUrlQuery() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const base = useHref(pathname)
  const query = new URLSearchParams(search)
  const go = (patch: QueryPatch, replace: boolean, stateOf: () => unknown) =>
    afterMove(() => {
      const now = searchNow(pathname)
      const next = patchQuery(now === null ? query : new URLSearchParams(now), patch).toString()
      void navigate({ pathname, search: next ? `?${next}` : '' }, { replace, state: stateOf() })
    })
  return {
    query,
    /** The page's address without its query, for links. */
    base,
    /** Replaces the current history entry, or with `push` adds one that the back button leaves. */
    change: (patch: QueryPatch, { push = false } = {}) =>
      push ? go(patch, false, () => ({ pushed: true })) : go(patch, true, stateOfEntry),
    /** Leaves an entry that `push` added; for a page opened by a link, removes the parameters instead. */
    leave: (names: readonly string[]) => {
      if (isPushed()) void navigate(-1)
      else go(Object.fromEntries(names.map((name) => [name, null])), true, () => null)
    },
  }
}
