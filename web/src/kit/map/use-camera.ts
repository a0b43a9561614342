import { own } from '@heliodesk/contract/own.ts'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { cameraFor, pushed, zoomed, type Camera, type Coordinates, type Pixel, type Size } from './camera.ts'

/** A pointer that moved less than this pressed instead of dragging. */
const PRESS_PX = 4
const WHEEL_PX_PER_STEP = 240
const KEY_PX = 80
/** The width of the buttons over the map, on both sides so that the points stay in the middle. */
const TOOLS_PX = 48

export type Fit = (points: readonly Coordinates[], size: Size) => Camera

/** Shows all points, none of them below the buttons. */
const belowNoButton: Fit = (points, { width, height }) =>
  cameraFor(points, { width: Math.max(width / 2, width - 2 * TOOLS_PX), height })

const keyPushes: Record<string, Pixel> = {
  ArrowLeft: { x: KEY_PX, y: 0 },
  ArrowRight: { x: -KEY_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_PX },
  ArrowDown: { x: 0, y: -KEY_PX },
}

/**
 * The camera of a map, moved by mouse, wheel, touch and keyboard. Until the user moves it, it shows all points. Pass
 * `area` to the map's element.
 */
export function useCamera(points: readonly Coordinates[], size: Size | null, fit: Fit = belowNoButton) {
  const [moved, setMoved] = useState<Camera | null>(null)
  const fitted = size && points.length > 0 ? fit(points, size) : null
  const camera = moved ?? fitted
  const ref = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Pixel>())
  const pushing = useRef(false)

  const change = (to: (camera: Camera, size: Size) => Camera) => {
    if (!size) return
    setMoved((before) => {
      const from = before ?? fitted
      return from && to(from, size)
    })
  }
  const zoom = (steps: number, around?: Pixel) => change((from, sheet) => zoomed(from, sheet, steps, around))
  const pixelOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixel => {
    const { left, top } = ref.current!.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    zoom(-Math.max(-1, Math.min(1, event.deltaY / WHEEL_PX_PER_STEP)), pixelOf(event))
  })
  useEffect(() => {
    const element = ref.current
    // React's wheel listeners are passive, so the page would scroll too.
    element?.addEventListener('wheel', turnWheel, { passive: false })
    return () => element?.removeEventListener('wheel', turnWheel)
  }, [])

  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pixelOf(event)
    const step = { x: now.x - before.x, y: now.y - before.y }
    if (!pushing.current && pointers.current.size === 1 && Math.hypot(step.x, step.y) < PRESS_PX) return
    pushing.current = true
    ref.current?.setPointerCapture(event.pointerId)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (!other) return change((from) => pushed(from, step))
    const [apart, apartNow] = [distance(before, other), distance(now, other)]
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    change((from, sheet) =>
      zoomed(pushed(from, { x: step.x / 2, y: step.y / 2 }), sheet, Math.log2(apartNow / apart), middle),
    )
  }
  const end = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    if (pointers.current.size === 0) pushing.current = false
  }

  return {
    ref,
    camera,
    isMoved: moved !== null,
    zoom,
    showAll: () => setMoved(null),
    /** Shows only these points. */
    lookAt: (some: readonly Coordinates[]) => size && setMoved(fit(some, size)),
    area: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) pointers.current.set(event.pointerId, pixelOf(event))
      },
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown: (event: KeyboardEvent) => {
        const by = own(keyPushes, event.key)
        if (by) change((from) => pushed(from, by))
        else if (event.key === '+' || event.key === '=') zoom(1)
        else if (event.key === '-') zoom(-1)
        else if (event.key === '0') setMoved(null)
        else return
        event.preventDefault()
      },
    },
  }
}

const distance = (one: Pixel, other: Pixel) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
