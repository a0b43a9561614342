import { useEffect, useEffectEvent } from 'react'
import { standOver } from '../lib/location.ts'

/** The browser's back button closes an open overlay; while it is dirty, the browser's forward button asks first too. */
export function useBack(open: boolean, close: () => void, dirty = false): void {
  const onBack = useEffectEvent(close)
  const isDirty = useEffectEvent(() => dirty)
  useEffect(() => (open ? standOver({ isDirty: () => isDirty(), close: () => onBack() }) : undefined), [open])
}
