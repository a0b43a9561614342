import { useSyncExternalStore } from 'react'
import { isMobile } from '../lib/request-context.ts'

/** A window that is being dragged is looked at once it rests (spec 1 §9). */
const RESIZE_MS = 400

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onResize = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, RESIZE_MS)
  }
  window.addEventListener('resize', onResize)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', onResize)
  }
}

/** Whether the phone's layout is drawn: by user agent, or in a window under 768 px. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isMobile)
