import { useLayoutEffect, useState, type RefObject } from 'react'
import './cut-edges.css'

/** What a box contains, and the room for it, in px. */
export type Extent = { width: number; height: number; size: { width: number; height: number } }

/** The sides on which a box goes on out of sight, as class names for the positioned element around it. */
export function useCutEdges(box: RefObject<HTMLElement | null>, { width, height, size }: Extent): string[] {
  const [edges, setEdges] = useState('')
  const { width: roomWidth, height: roomHeight } = size
  useLayoutEffect(() => {
    const element = box.current!
    const look = () => {
      const { scrollLeft, scrollTop } = element
      const cut = {
        away: scrollLeft > 0,
        'more-right': scrollLeft + roomWidth < width - 1,
        'more-below': scrollTop + roomHeight < height - 1,
      }
      setEdges(
        Object.entries(cut)
          .flatMap(([name, is]) => (is ? [name] : []))
          .join(' '),
      )
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [box, width, height, roomWidth, roomHeight])
  return edges.split(' ')
}
