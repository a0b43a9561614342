import { useEffect } from 'react'
import { isAheadDue, readAheadFrom, takeAhead } from '../../lib/kept/ahead.ts'
import { offerReload } from '../../lib/load-failure.ts'
import { useLine } from '../../lib/line.ts'
import { modules } from '../../modules.ts'

/** Reads what the field needs ahead of time: after the sign-in, and when the window is looked at or the line is back. */
export function TakeAhead(): null {
  useEffect(() => {
    readAheadFrom(modules.flatMap(({ ahead }) => ahead ?? []))
    const look = () => {
      if (!document.hidden && isAheadDue(Date.now())) void takeAhead().catch(offerReload)
    }
    look()
    document.addEventListener('visibilitychange', look)
    const unsubscribe = useLine.subscribe(look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      unsubscribe()
    }
  }, [])
  return null
}
