import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { notify } from '../../../lib/notices.ts'
import { endMovedBy, FINE_STEP, movedBy, STEP, type Scale } from './geometry.ts'
import type { Zoom } from './period.ts'
import { HOUR, planOf, type OrderBar, type Plan } from './plan-time.ts'

export type Drag = {
  bar: OrderBar
  /** The row in which it was taken. */
  rowKey: string
  mode: 'move' | 'end'
  plan: Plan
  by: 'pointer' | 'keys'
  /** Why it stays where it is. */
  refusal: string | null
}

type Options = {
  zoom: Zoom
  scale: Scale
  /** The orders as they are now, also while one is dragged. */
  bars: readonly OrderBar[]
  refusalOf: (bar: OrderBar) => string | null
  onDrop: (bar: OrderBar, plan: Plan) => void
}

/** A press becomes a drag after so many px. */
const THRESHOLD = 4

type Press = { x: number; y: number; bar: OrderBar; rowKey: string; mode: Drag['mode'] }

const isSame = (one: Plan, other: Plan) => one.start === other.start && one.end === other.end

/** Moves the plan of an order by pointer or keys. Nothing changes before it is dropped, and Esc puts it back. */
export function usePlanDrag({ zoom, scale, bars, refusalOf, onDrop }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const press = useRef<Press | null>(null)
  const cancel = () => {
    press.current = null
    setDrag(null)
  }
  const drop = () => {
    const dropped = drag
    cancel()
    if (dropped && dropped.refusal === null && !isSame(dropped.plan, planOf(dropped.bar)))
      onDrop(dropped.bar, dropped.plan)
  }
  useLostOrder(drag, bars, cancel)
  useEscape(drag !== null, cancel)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const found = barOf(event.target, bars)
    if (event.button !== 0 || event.pointerType === 'touch' || !found || drag) return
    const mode = event.target instanceof Element && event.target.closest('[data-grip]') ? 'end' : 'move'
    press.current = { x: event.clientX, y: event.clientY, mode, ...found }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!press.current) return
    const { x, y, bar, rowKey, mode } = press.current
    const [across, down] = [event.clientX - x, event.clientY - y]
    if (!drag) {
      if (Math.hypot(across, down) < THRESHOLD) return
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    const refusal = refusalOf(bar)
    const step = event.altKey ? FINE_STEP : STEP[zoom]
    const plan = planOf(bar)
    const moved = mode === 'end' ? endMovedBy(scale, plan, across, step) : movedBy(scale, plan, across, step)
    const next = refusal === null ? moved : plan
    if (!drag || !isSame(drag.plan, next)) setDrag({ bar, rowKey, mode, plan: next, by: 'pointer', refusal })
  }
  const onPointerUp = () => {
    press.current = null
    if (drag?.by === 'pointer') drop()
  }

  const lift = (bar: OrderBar, rowKey: string) => {
    const refusal = refusalOf(bar)
    if (refusal !== null) return notify({ kind: 'info', title: '不能改期', text: refusal })
    setDrag({ bar, rowKey, mode: 'move', plan: planOf(bar), by: 'keys', refusal: null })
  }
  /** Whether the key was for the lifted order. */
  const onLiftedKey = (event: KeyboardEvent): boolean => {
    if (drag?.by !== 'keys') return false
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (direction !== 0) {
      const by = direction * (event.shiftKey ? HOUR : STEP[zoom === 'day' ? 'day' : 'month'])
      const { start, end } = drag.plan
      const mode = event.altKey ? 'end' : 'move'
      const plan =
        mode === 'end'
          ? { start, end: Math.max(end + by, start + FINE_STEP) }
          : { start: start + by, end: end + by }
      setDrag({ ...drag, mode, plan })
    } else if (event.key === 'Enter' || event.key === ' ') drop()
    else if (event.key === 'Tab') cancel()
    else return ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key)
    return true
  }
  return {
    drag,
    lift,
    onLiftedKey,
    pointer: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel },
  }
}

/** The order and the row of an event's target. */
export function barOf(
  target: EventTarget,
  bars: readonly OrderBar[],
): { bar: OrderBar; rowKey: string } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-bar]') : null
  const bar = bars.find(({ id }) => id === element?.dataset.bar)
  const rowKey = element?.closest<HTMLElement>('[data-row]')?.dataset.row
  return bar && rowKey !== undefined ? { bar, rowKey } : null
}

/** Somebody else's change of the order takes it out of the hand. */
function useLostOrder(drag: Drag | null, bars: readonly OrderBar[], cancel: () => void): void {
  const lost = useEffectEvent(({ workCode }: OrderBar) => {
    cancel()
    notify({ kind: 'warning', title: '改期已取消', text: `${workCode} 刚被他人更新，请看过再移动` })
  })
  const taken = drag?.bar
  useEffect(() => {
    if (taken && bars.find(({ id }) => id === taken.id)?.version !== taken.version) lost(taken)
  }, [taken, bars])
}

function useEscape(active: boolean, cancel: () => void): void {
  const leave = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  })
  useEffect(() => {
    if (!active) return undefined
    window.addEventListener('keydown', leave, true)
    return () => window.removeEventListener('keydown', leave, true)
  }, [active])
}
