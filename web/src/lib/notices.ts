import { create } from 'zustand'

export type Notice = {
  id: number
  kind: 'success' | 'info' | 'warning' | 'error'
  title: string
  text?: string
  requestId?: string | null
  /** One thing to do about it, such as loading the page again. */
  action?: { text: string; run: () => void }
  /** Seconds until it goes by itself: 4, uploads 3, no permission 5 (spec 1 §8, spec 2 §8); Infinity stays. */
  seconds: number
}

type NewNotice = Omit<Notice, 'id' | 'seconds'> & { seconds?: number }

export const useNotices = create<{ notices: Notice[] }>(() => ({ notices: [] }))

let lastId = 0

/** Shows a notice at the right. `app/Notices.tsx` draws it and lets it wait while the pointer rests on it. */
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

/** Keeps a notice for the page that the coming reload shows. */
export function notifyAfterReload(notice: Omit<NewNotice, 'action'>): void {
  sessionStorage.setItem(CARRIED, JSON.stringify(notice))
}

/** Something waits for the reload, so the page is about to go. */
export const awaitsReload = (): boolean => sessionStorage.getItem(CARRIED) !== null

/** Shows what `notifyAfterReload` kept. */
export function showCarriedNotice(): void {
  const carried = sessionStorage.getItem(CARRIED)
  sessionStorage.removeItem(CARRIED)
  if (carried === null) return
  const notice: NewNotice = JSON.parse(carried)
  notify(notice)
}

/** A download found the session over: a dialog says so, because there is no page to leave (spec 1 §8). */
export const useExpiry = create<{ shown: boolean }>(() => ({ shown: false }))
