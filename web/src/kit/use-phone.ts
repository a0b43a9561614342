import { useSyncExternalStore } from 'react'
import { isMobile } from '../lib/request-context.ts'

/** The debounce of window resizing (spec 1 §9). */
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

/** From this width on, a form has room beside its list. */
const BESIDE_PX = 1280

export const useRoomBeside = (): boolean =>
  useSyncExternalStore(subscribe, () => !isMobile() && window.innerWidth >= BESIDE_PX)

/** Whether to use the phone layout: by user agent, or in a window narrower than 768 px. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isMobile)
