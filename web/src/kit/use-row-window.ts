import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

type RowWindowOptions = {
  /** The number of all rows, rendered or not. */
  count: number
  /** The height of each row, in px. */
  rowHeight: number
  /** The height of a sticky header at the top of the box, in px. */
  head?: number
  /**
   * Rows rendered above and below the visible ones. The rendered range also moves in steps of this size, because
   * rendering several rows at once costs little more than rendering one. An overscan of `count` or more renders all
   * rows.
   */
  overscan: number
}

/** The visible rows: the first index, rounded down to a multiple of the overscan, and how many fit. */
type Sight = { first: number; fit: number }

/**
 * The range of rows to render in a long list of rows of equal height. The box scrolls natively. A render happens only
 * when the range changes, within the frame that shows it, and no row is measured.
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
    // A hidden page has no height; it keeps its range until it is shown again.
    if (element.clientHeight === 0 || overscan >= count) return
    const seen = sightOf(element)
    if (seen.first === sight.first && seen.fit === sight.fit) return
    if (now) flushSync(() => setSight(seen))
    else setSight(seen)
  })
  // Not at every render: that would measure the box in each frame of scrolling.
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
    /** Render the rows from `start` to before `end`. */
    start: Math.max(0, first - overscan),
    end: Math.min(count, first + sight.fit + 2 * overscan),
    /** Scrolls a row into view, optionally to the middle; the next render contains it. */
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
