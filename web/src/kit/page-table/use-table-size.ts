import { useLayoutEffect, useRef, useState } from 'react'

/** Spec 2 §9 "resize debounce". */
const RESIZE_MS = 400

/** The last measured table: the next one is mostly as large, so it is rendered only once. */
let latest = { width: Infinity, height: 480 }

/**
 * The size of a table's region in pixels. During a window resize the table waits until the size is stable, because every
 * new size renders all rows again; other changes apply at once.
 */
export function useTableSize() {
  const region = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(latest)
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = () => {
      timer = undefined
      const { offsetWidth: width, offsetHeight: height } = element
      if (height === 0) return
      latest = { width, height }
      setSize((before) => (before.width === width && before.height === height ? before : latest))
    }
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, RESIZE_MS)
    }
    const observer = new ResizeObserver(() => timer === undefined && measure())
    addEventListener('resize', onResize)
    observer.observe(element)
    measure()
    return () => {
      clearTimeout(timer)
      removeEventListener('resize', onResize)
      observer.disconnect()
    }
  }, [])
  return { region, ...size }
}
