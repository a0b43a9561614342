import { useCallback, useRef } from 'react'
import { useUncoveredPlaces } from '../lib/uncovered.ts'

/**
 * Keeps the watermark away from an element: the mark of a library whose licence asks for it. Returns a function that
 * takes the element, and null when it goes away.
 */
export function useUncovered(): (element: Element | null) => void {
  const stop = useRef<(() => void) | null>(null)
  return useCallback((element: Element | null) => {
    stop.current?.()
    stop.current = null
    if (!element) return
    const measure = () => useUncoveredPlaces.getState().place(element, element.getBoundingClientRect())
    const observer = new ResizeObserver(measure)
    // The element keeps its size when the window changes or a page is hidden; what it stands in does not.
    for (const each of [element, element.parentElement, document.body]) if (each) observer.observe(each)
    window.addEventListener('resize', measure)
    measure()
    stop.current = () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
      useUncoveredPlaces.getState().drop(element)
    }
  }, [])
}
