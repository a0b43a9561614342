import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

type RowWindowOptions = {
  /** All rows, drawn or not. */
  count: number
  /** Of each row, in px. */
  rowHeight: number
  /** What stays at the top of the box while rows scroll below it, in px. */
  head?: number
  /**
   * Rows kept ready above and below those in sight. What is drawn moves on by so many at once, because one change of
   * several rows costs little more than one of one. As many as there are draws all.
   */
  overscan: number
}

/** What is in sight: from which row on, in steps of the overscan, and how many fit. */
type Sight = { first: number; fit: number }

/**
 * The rows of a long list that are to be drawn, of rows that are all as high. The box scrolls by itself; only when a
 * row comes into sight or goes does anything render, within the frame that shows it, and nothing measures a row.
 */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  { count, rowHeight, head = 0, overscan }: RowWindowOptions,
) {
  const [sight, setSight] = useState<Sight>({ first: 0, fit: 0 })
  const sightOf = ({ scrollTop, clientHeight }: HTMLElement): Sight => ({
    first: Math.floor(scrollTop / rowHeight / overscan) * overscan,
    fit: Math.ceil((clientHeight - head) / rowHeight) + 1,
  })
  const look = useEffectEvent((now: boolean) => {
    const element = box.current!
    // A page that is kept out of sight has no height, and comes back as it was left.
    if (element.clientHeight === 0 || overscan >= count) return
    const seen = sightOf(element)
    if (seen.first === sight.first && seen.fit === sight.fit) return
    if (now) flushSync(() => setSight(seen))
    else setSight(seen)
  })
  // Not at every render: it would measure within each frame of scrolling.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useLayoutEffect(() => look(false), [count, rowHeight])
  useEffect(() => {
    const element = box.current!
    const onScroll = () => look(true)
    const observer = new ResizeObserver(() => look(false))
    element.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [box])

  const first = Math.max(0, Math.min(sight.first, count - sight.fit))
  return {
    /** Rows from `start` to before `end` are to be drawn. */
    start: Math.max(0, first - overscan),
    end: Math.min(count, first + sight.fit + 2 * overscan),
    /** Brings a row into sight, into the middle if asked for; it is drawn by the next render. */
    scrollTo: (index: number, middle = false) => {
      const element = box.current!
      const room = element.clientHeight - head
      if (room <= 0) return
      const top = index * rowHeight
      const bottom = top + rowHeight - room
      if (middle) element.scrollTop = top - (room - rowHeight) / 2
      else if (top < element.scrollTop) element.scrollTop = top
      else if (bottom > element.scrollTop) element.scrollTop = bottom
      if (overscan < count) setSight(sightOf(element))
    },
  }
}
