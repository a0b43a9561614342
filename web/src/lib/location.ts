import {
  NavigationType,
  parsePath,
  UNSAFE_createHashHistory as createHashHistory,
  type Navigator,
  type To,
} from 'react-router'
import { create } from 'zustand'
import { afterAnswer } from './after-answer.ts'

/**
 * The single history of the workspace. Every kept-alive page has its own router, fixed at the page's location (see
 * PageHost), so the history lives outside of all of them.
 */
const hashHistory = createHashHistory({ v5Compat: true })

export const useCurrentLocation = create(() => ({ pathname: '/', search: '' }))

/** An open overlay: the browser's back button closes it instead of leaving the page. */
export type Overlay = {
  /** Whether it holds unsaved values; then every navigation of the browser asks first. */
  isDirty: () => boolean
  close: () => void
}

const overlays: Overlay[] = []

/** Registers an overlay that is asked before the browser navigates; returns the function that removes it. */
export function standOver(overlay: Overlay): () => void {
  overlays.push(overlay)
  return () => void overlays.splice(overlays.indexOf(overlay), 1)
}

/** The current history entry; entries are numbered in order. */
let shown = { number: 0, location: hashHistory.location }
let isOurs = false
/** A link or a button leads there, which is seen to be pressed before the page is drawn; an address may be typed too. */
let isPressed = false

/** Makes the store follow the address bar; called once the workspace has set its address. */
export function followLocation(): () => void {
  isFollowed = true
  show(numberOfEntry() ?? 0)
  const stop = hashHistory.listen(({ action }) => {
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
    if (isPop) settle()
  })
  return () => {
    isFollowed = false
    stop()
    isOurs = false
    waiting.length = 0
    settle()
  }
}

function show(number: number) {
  // An entry created by a plain link has no number yet.
  if (numberOfEntry() === null) window.history.replaceState({ ...window.history.state, idx: number }, '')
  shown = { number, location: hashHistory.location }
  const follow = () => {
    const { pathname, search } = shown.location
    useCurrentLocation.setState({ pathname, search })
  }
  // Another page is drawn at once, because the tabs follow the page.
  const isSamePage = shown.location.pathname === useCurrentLocation.getState().pathname
  if (isPressed && isSamePage) afterAnswer(follow)
  else follow()
  isPressed = false
}

let isFollowed = false

/** The query of the page at the address bar, which may not be drawn yet; null if another page is there. */
export const searchNow = (pathname: string): string | null =>
  isFollowed && shown.location.pathname === pathname ? shown.location.search : null

function numberOfEntry(): number | null {
  const entry: unknown = window.history.state
  return typeof entry === 'object' && entry !== null && 'idx' in entry && typeof entry.idx === 'number'
    ? entry.idx
    : null
}

/** Moves the browser in code; overlays do not block this. */
function goBy(delta: number) {
  isOurs = delta !== 0
  isPressed = true
  if (isOurs) {
    clearTimeout(moving)
    moving = setTimeout(settle, LONGEST_MOVE_MS)
  }
  hashHistory.go(delta)
}

/** Browsers move through their history some time after they are told to; nothing comes if there is no such entry. */
const LONGEST_MOVE_MS = 1000
let moving: ReturnType<typeof setTimeout> | undefined
const isMoving = () => moving !== undefined
const waiting: (() => void)[] = []

/** Runs a navigation after a move that is under way, which would otherwise undo it. */
export function afterMove(navigate: () => void): void {
  if (!isMoving()) navigate()
  else waiting.push(navigate)
}

function settle() {
  clearTimeout(moving)
  moving = undefined
  const next = waiting.shift()
  if (!next) return
  next()
  if (!isMoving()) settle()
}

type MayFollow = (pathname: string, search: string) => boolean

let mayFollow: MayFollow = () => true

/**
 * Makes links and jumps inside the product follow only where `allowed` returns true; `allowed` itself shows why not.
 * Returns the function that ends this. Addresses typed into the address bar are checked by the guard.
 */
export function watchLinks(allowed: MayFollow): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]:not([target])') : null
    if (!link) return
    const to = link.getAttribute('href')!.slice(1)
    if (!isMoving() && leadsOn(to)) return
    event.preventDefault()
    event.stopPropagation()
    if (isMoving()) go(to)
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
  isPressed = pathname === shown.location.pathname || mayFollow(pathname, search)
  return isPressed
}

export const go = (path: string): void =>
  afterMove(() => {
    if (leadsOn(path)) hashHistory.push(path)
  })
export const goInstead = (path: string): void =>
  afterMove(() => {
    isPressed = true
    hashHistory.replace(path)
  })

/** Leads from one address to another; does nothing if the browser has moved to a third one that is not drawn yet. */
export const redirect = (from: { pathname: string; search: string }, path: string): void =>
  afterMove(() => {
    const { pathname, search } = hashHistory.location
    if (pathname === from.pathname && search === from.search) goInstead(path)
  })

export const navigator: Navigator = {
  createHref: (to) => hashHistory.createHref(to),
  push: (to, state) =>
    afterMove(() => {
      if (leadsOn(to)) hashHistory.push(to, state)
    }),
  replace: (to, state) =>
    afterMove(() => {
      isPressed = true
      hashHistory.replace(to, state)
    }),
  go: goBy,
}
