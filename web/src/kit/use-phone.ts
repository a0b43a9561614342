import { useSyncExternalStore } from 'react'
import { isMobile } from '../lib/request-context.ts'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Whether the phone's layout is drawn: by user agent, or in a window under 768 px. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isMobile)
