import { create } from 'zustand'

/** Whether there is a line to the server, as the browser and the last request know it. */
export const useLine = create<{ isThere: boolean }>(() => ({ isThere: navigator.onLine }))

/** A request was answered, or was not. */
export function noteLine(isThere: boolean): void {
  if (useLine.getState().isThere !== isThere) useLine.setState({ isThere })
}

export const hasLine = (): boolean => useLine.getState().isThere

// Back online, the line is tried by the next request; until then it counts as there.
window.addEventListener('online', () => noteLine(true))
window.addEventListener('offline', () => noteLine(false))
