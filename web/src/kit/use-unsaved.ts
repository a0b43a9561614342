import { useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import { useCurrentLocation } from '../lib/location.ts'
import { noteUnsaved } from '../lib/unsaved.ts'

/** Notes for the page's tab, and for the browser, whether something is typed here and not saved. */
export function useUnsaved(dirty: boolean, { kept = false } = {}): void {
  const id = useId()
  const { pathname: path } = useLocation()
  useEffect(() => {
    noteUnsaved(id, dirty ? { path, kept } : null)
    return () => {
      // A page that only rests behind another one still holds it.
      if (useCurrentLocation.getState().pathname === path) noteUnsaved(id, null)
    }
  }, [id, path, dirty, kept])
}
