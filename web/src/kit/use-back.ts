import { useEffect, useEffectEvent } from 'react'
import { standOver } from '../lib/location.ts'

/**
 * The browser's back button closes an open overlay. While the overlay is dirty, every other history navigation calls
 * `close` too.
 */
export function useBack(open: boolean, close: () => void, dirty = false): void {
  const onBack = useEffectEvent(close)
  const isDirty = useEffectEvent(() => dirty)
  useEffect(() => (open ? standOver({ isDirty: () => isDirty(), close: () => onBack() }) : undefined), [open])
}
