import { useEffect, useEffectEvent, useRef, type PointerEvent, type RefObject } from 'react'
import { FITTED, moved, ZOOM, zoomed, type Point, type View } from './view.ts'

type GesturesOptions = {
  stage: RefObject<HTMLElement | null>
  view: View
  onView: (change: (view: View) => View) => void
  onStep: (step: 1 | -1) => void
}

/** A horizontal touch move of this many pixels changes the picture. */
const SWIPE = 48

/** Gestures on the picture: the wheel and two fingers zoom, a drag moves it, a swipe changes it. */
export function useGestures({ stage, view, onView, onStep }: GesturesOptions) {
  const pointers = useRef(new Map<number, Point>())
  const swipe = useRef<{ from: Point; last: Point } | null>(null)
  const pinching = useRef(false)
  useWheel(stage, onView)

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, pointOf(event))
    pinching.current ||= pointers.current.size > 1
    // A picture that is not enlarged cannot be dragged by touch, so the gesture is a swipe.
    const swipes = event.pointerType === 'touch' && pointers.current.size === 1 && view.scale <= 1
    swipe.current = swipes ? { from: pointOf(event), last: pointOf(event) } : null
  }

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) onView((each) => pinched(each, { before, now, other }, middleOf(stage.current!)))
    else if (swipe.current) swipe.current.last = now
    else onView((each) => moved(each, { x: now.x - before.x, y: now.y - before.y }))
  }

  const onPointerUp = (event: PointerEvent) => {
    lift(event.pointerId)
    if (!swipe.current) return
    const { from, last } = swipe.current
    swipe.current = null
    const [x, y] = [last.x - from.x, last.y - from.y]
    if (Math.abs(x) >= SWIPE && Math.abs(x) > Math.abs(y)) onStep(x < 0 ? 1 : -1)
  }

  const onPointerCancel = (event: PointerEvent) => {
    lift(event.pointerId)
    swipe.current = null
  }

  /** A picture made smaller with two fingers is centred, since one finger cannot drag it back. */
  const lift = (pointerId: number) => {
    pointers.current.delete(pointerId)
    if (!pinching.current || pointers.current.size > 0) return
    pinching.current = false
    onView((each) => (each.scale > 1 ? each : { ...each, x: FITTED.x, y: FITTED.y }))
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

/** React's wheel listeners are passive, so the page would scroll too. */
function useWheel(stage: RefObject<HTMLElement | null>, onView: GesturesOptions['onView']) {
  const zoom = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const middle = middleOf(stage.current!)
    const at = { x: event.clientX - middle.x, y: event.clientY - middle.y }
    onView((view) => zoomed(view, event.deltaY < 0 ? ZOOM.wheelIn : ZOOM.wheelOut, at))
  })
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent) => zoom(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [stage])
}

type Pinch = { before: Point; now: Point; other: Point }

/** One of two fingers moved: the picture scales with their distance and follows their midpoint. */
function pinched(view: View, { before, now, other }: Pinch, middle: Point): View {
  const centre = between(now, other)
  const was = between(before, other)
  const at = { x: centre.x - middle.x, y: centre.y - middle.y }
  const factor = distance(now, other) / Math.max(1, distance(before, other))
  return zoomed(moved(view, { x: centre.x - was.x, y: centre.y - was.y }), factor, at)
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })
const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

function middleOf(element: HTMLElement): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
