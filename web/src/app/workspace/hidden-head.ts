import { useEffect, useState, type RefObject } from 'react'
import { useCurrentLocation } from '../../lib/location.ts'

/** The header hides after this much scrolling, in pixels (spec 1 §9). */
const THRESHOLD = 100

/** Whether the header is hidden to give its room to the page (spec 1 §2.4); it shows again on another page. */
export function useHiddenHead(sheet: RefObject<HTMLElement | null>, applies: boolean): boolean {
  const path = useCurrentLocation(({ pathname }) => pathname)
  const [hiddenAt, setHiddenAt] = useState<string | null>(null)
  useEffect(() => {
    const element = sheet.current
    if (!applies || !element) return undefined
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target.clientHeight < element.clientHeight / 2) return
      const head = document.querySelector<HTMLElement>('.frame > .head')?.offsetHeight ?? 0
      setHiddenAt((before) => {
        if (target.scrollTop <= THRESHOLD) return null
        // If the remaining scroll range in the taller page area did not exceed the threshold, the header would show
        // again at once.
        const room = target.scrollHeight - target.clientHeight - head
        return before === path || room > THRESHOLD ? path : null
      })
    }
    element.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', onScroll, { capture: true })
  }, [sheet, applies, path])
  return applies && hiddenAt === path
}
