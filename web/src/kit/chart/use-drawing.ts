import { useEffect, useState } from 'react'
import { inTime } from '../../lib/load-failure.ts'
import { useSize } from '../use-size.ts'
import type { Description } from './description.ts'
import type { Drawing } from './drawing.ts'

/** The attributes of <html> that change the design tokens. */
const LOOK = ['data-theme', 'data-weak', 'data-colour']

function followLook(onChange: () => void) {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: LOOK })
  return () => observer.disconnect()
}

/** Draws a chart into the element of `ref`: the library is loaded when the element is first rendered with a size. */
export function useDrawing(description: Description) {
  const { ref, size } = useSize<HTMLDivElement>()
  const [opened, setOpened] = useState<Drawing | null>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [error, setError] = useState<unknown>(null)
  const isSized = size !== null
  useEffect(() => {
    if (!isSized) return undefined
    let own: Drawing | null = null
    let isGone = false
    const open = async () => {
      const { openDrawing } = await inTime('chart', import('./drawing.ts'))
      if (!isGone) setOpened((own = openDrawing(ref.current!)))
    }
    open().catch((reason: unknown) => setError(reason))
    return () => {
      isGone = true
      own?.dispose()
      setOpened(null)
      setDrawing(null)
    }
  }, [isSized, ref])
  useEffect(() => {
    if (size) opened?.resize(size)
  }, [opened, size])
  useEffect(() => {
    if (!opened) return undefined
    opened.show(description)
    // Only what has drawn knows where its points are.
    setDrawing(opened)
    return followLook(() => opened.show(description))
  }, [opened, description])
  return { ref, size, drawing, error }
}
