import { useEffect, useEffectEvent } from 'react'
import { standOver } from '../lib/location.ts'

/** The browser's back button closes what is open; while that is dirty, no other way leads away either. */
export function useBack(open: boolean, close: () => void, dirty = false): void {
  const onBack = useEffectEvent(close)
  const isDirty = useEffectEvent(() => dirty)
  useEffect(() => (open ? standOver({ isDirty: () => isDirty(), close: () => onBack() }) : undefined), [open])
}
