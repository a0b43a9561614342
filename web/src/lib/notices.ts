import { create } from 'zustand'

export type Notice = {
  id: number
  kind: 'success' | 'info' | 'warning' | 'error'
  title: string
  text?: string
  requestId?: string | null
  /** One action, such as reloading the page. */
  action?: { text: string; run: () => void }
  /** Seconds until the notice closes: 4, uploads 3, no permission 5 (spec 1 §8, spec 2 §8); Infinity keeps it open. */
  seconds: number
}

type NewNotice = Omit<Notice, 'id' | 'seconds'> & { seconds?: number }

export const useNotices = create<{ notices: Notice[] }>(() => ({ notices: [] }))

let lastId = 0

/** Shows a notice at the right. `app/Notices.tsx` renders it and pauses its time while it is hovered. */
export function notify(notice: NewNotice): void {
  const fresh: Notice = { seconds: 4, ...notice, id: ++lastId }
  useNotices.setState(({ notices }) => ({
    notices: [
      ...notices.filter((each) => each.title !== fresh.title || each.text !== fresh.text),
      fresh,
    ].slice(-4),
  }))
}

export function closeNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((each) => each.id !== id) }))
}

export function closeNotices(): void {
  useNotices.setState({ notices: [] })
}

const CARRIED = 'heliodesk__notice'

/** Keeps a notice for the page after the coming reload. */
export function notifyAfterReload(notice: Omit<NewNotice, 'action'>): void {
  sessionStorage.setItem(CARRIED, JSON.stringify(notice))
}

/** A notice waits for the reload, so the page is about to be left. */
export const awaitsReload = (): boolean => sessionStorage.getItem(CARRIED) !== null

/** Shows the notice kept by `notifyAfterReload`. */
export function showCarriedNotice(): void {
  const carried = sessionStorage.getItem(CARRIED)
  sessionStorage.removeItem(CARRIED)
  if (carried === null) return
  const notice: NewNotice = JSON.parse(carried)
  notify(notice)
}

/**
 * Whether the expired-session dialog shows. A download found the session expired, and there is no page to leave (spec 1
 * §8).
 */
export const useExpiry = create<{ shown: boolean }>(() => ({ shown: false }))
