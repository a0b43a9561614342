import { useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import { useCurrentLocation } from '../lib/location.ts'
import { noteUnsaved } from '../lib/unsaved.ts'

/** Marks the page's tab and the browser while there are unsaved values. */
export function useUnsaved(dirty: boolean, { kept = false } = {}): void {
  const id = useId()
  const { pathname: path } = useLocation()
  useEffect(() => {
    noteUnsaved(id, dirty ? { path, kept } : null)
    return () => {
      // A page that is only hidden behind another one keeps its mark.
      if (useCurrentLocation.getState().pathname === path) noteUnsaved(id, null)
    }
  }, [id, path, dirty, kept])
}
