import { useEffect, useRef, useState, type HTMLAttributes } from 'react'
import { useCutEdges, type Extent } from './use-cut-edges.ts'

const UNKNOWN: Extent = { width: 0, height: 0, size: { width: 0, height: 0 } }

/** The choices of a row mark the chosen one in one of these ways. */
const CHOSEN = '[aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="false"])'

type SideScrollProps = HTMLAttributes<HTMLDivElement> & {
  /** The choice to keep in sight; undefined until the row has its final texts, or if none is marked. */
  chosen?: string
}

/** Choices in one line. Where it is cut off it shows a hint; the wheel, a swipe and the focus reach the rest. */
export function SideScroll({ chosen, ...rest }: SideScrollProps) {
  const box = useRef<HTMLDivElement>(null)
  const [extent, setExtent] = useState(UNKNOWN)
  const edges = useCutEdges(box, extent)
  useEffect(() => {
    const element = box.current!
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth, clientHeight } = element
      setExtent({ width: scrollWidth, height: 0, size: { width: clientWidth, height: clientHeight } })
    })
    for (const each of [element, ...element.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [])
  const room = extent.size.width
  useEffect(() => {
    const choice = chosen !== undefined && room > 0 && box.current!.querySelector(CHOSEN)
    if (!choice) return
    const [row, own] = [box.current!.getBoundingClientRect(), choice.getBoundingClientRect()]
    // Only the row moves, and nothing around it.
    box.current!.scrollLeft += own.left + own.width / 2 - row.left - row.width / 2
  }, [chosen, room])
  return (
    <div className={['side-scroll', ...edges].join(' ')}>
      <div
        {...rest}
        ref={box}
        onWheel={({ currentTarget, deltaX, deltaY }) => {
          if (deltaX === 0) currentTarget.scrollLeft += deltaY
        }}
      />
    </div>
  )
}
