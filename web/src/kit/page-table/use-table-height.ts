import { useEffect, useRef, useState } from 'react'

/** Spec 2 §9 "resize debounce". */
const RESIZE_MS = 400
const BEFORE_MEASURED = 480

/**
 * The height of a table in pixels. During a window resize the table waits until the size is stable, because every new
 * height renders all rows again; other changes apply at once.
 */
export function useTableHeight() {
  const region = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(BEFORE_MEASURED)
  useEffect(() => {
    const element = region.current
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = () => {
      timer = undefined
      if (element.offsetHeight > 0) setHeight(element.offsetHeight)
    }
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, RESIZE_MS)
    }
    const observer = new ResizeObserver(() => timer === undefined && measure())
    addEventListener('resize', onResize)
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      removeEventListener('resize', onResize)
      observer.disconnect()
    }
  }, [])
  return { region, height }
}
