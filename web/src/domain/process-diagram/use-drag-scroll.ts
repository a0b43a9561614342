import { useRef, type PointerEvent, type RefObject } from 'react'

/** Moves the content of a scrolled box with the mouse; touch screens do it themselves. Returns props of the box. */
export function useDragScroll(box: RefObject<HTMLElement | null>) {
  const grabbed = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const release = () => {
    grabbed.current = null
  }
  return {
    onPointerDown: ({ button, pointerType, pointerId, clientX, clientY }: PointerEvent) => {
      const element = box.current!
      if (button !== 0 || pointerType !== 'mouse') return
      element.setPointerCapture(pointerId)
      grabbed.current = { x: clientX, y: clientY, left: element.scrollLeft, top: element.scrollTop }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = grabbed.current
      if (from)
        box.current!.scrollTo({ left: from.left + from.x - clientX, top: from.top + from.y - clientY })
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
