import {
  NavigationType,
  parsePath,
  UNSAFE_createHashHistory as createHashHistory,
  type Navigator,
  type To,
} from 'react-router'
import { create } from 'zustand'

/**
 * The one history of the workspace. Every kept-alive page has a router of its own that stands at the page's location
 * (see PageHost), so the history lives outside of any of them.
 */
const hashHistory = createHashHistory({ v5Compat: true })

export const useCurrentLocation = create(() => ({ pathname: '/', search: '' }))

/** Something open over the page: the browser's back button closes it instead of leaving the page. */
export type Overlay = {
  /** Holds something unsaved: no way of the browser leads away without a question. */
  isDirty: () => boolean
  close: () => void
}

const overlays: Overlay[] = []

/** From now on `overlay` has a say before the browser goes anywhere; the answer takes it away again. */
export function standOver(overlay: Overlay): () => void {
  overlays.push(overlay)
  return () => void overlays.splice(overlays.indexOf(overlay), 1)
}

/** The entry of the browser's history that shows; entries are numbered in their order. */
let shown = { number: 0, location: hashHistory.location }
let isOurs = false

/** From now on the store says where the address bar is; called once the workspace has put its address there. */
export function followLocation(): () => void {
  show(numberOfEntry() ?? 0)
  return hashHistory.listen(({ action }) => {
    const known = numberOfEntry()
    const number = known ?? shown.number + 1
    const overlay = overlays.at(-1)
    const isPop = action === NavigationType.Pop
    const byPerson = isPop && !isOurs
    if (isPop) isOurs = false
    if (byPerson && overlay && (overlay.isDirty() || number < shown.number)) {
      if (known === null) hashHistory.push(shown.location, shown.location.state)
      else goBy(shown.number - known)
      overlay.close()
      return
    }
    show(number)
  })
}

function show(number: number) {
  // An entry that a plain link made has no number yet.
  if (numberOfEntry() === null) window.history.replaceState({ ...window.history.state, idx: number }, '')
  shown = { number, location: hashHistory.location }
  const { pathname, search } = shown.location
  useCurrentLocation.setState({ pathname, search })
}

function numberOfEntry(): number | null {
  const entry: unknown = window.history.state
  return typeof entry === 'object' && entry !== null && 'idx' in entry && typeof entry.idx === 'number'
    ? entry.idx
    : null
}

/** The browser goes where the product wants it, which nothing stands against. */
function goBy(delta: number) {
  isOurs = delta !== 0
  hashHistory.go(delta)
}

type MayFollow = (pathname: string, search: string) => boolean

let mayFollow: MayFollow = () => true

/**
 * From now on links and jumps inside the product go only where `allowed` lets them, which says why not by itself; the
 * answer ends that. What is typed into the address bar is the guard's affair.
 */
export function watchLinks(allowed: MayFollow): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]:not([target])') : null
    if (!link || leadsOn(link.getAttribute('href')!.slice(1))) return
    event.preventDefault()
    event.stopPropagation()
  }
  mayFollow = allowed
  document.addEventListener('click', onClick, { capture: true })
  return () => {
    mayFollow = () => true
    document.removeEventListener('click', onClick, { capture: true })
  }
}

function leadsOn(to: To): boolean {
  const { pathname = shown.location.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to
  return pathname === shown.location.pathname || mayFollow(pathname, search)
}

export function go(path: string): void {
  if (leadsOn(path)) hashHistory.push(path)
}
export const goInstead = (path: string): void => hashHistory.replace(path)

export const navigator: Navigator = {
  createHref: (to) => hashHistory.createHref(to),
  push: (to, state) => {
    if (leadsOn(to)) hashHistory.push(to, state)
  },
  replace: (to, state) => hashHistory.replace(to, state),
  go: goBy,
}
