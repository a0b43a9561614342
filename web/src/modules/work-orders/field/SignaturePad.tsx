import {
  SIGNATURE,
  SIGNATURE_CHARS,
  textOfStrokes,
  type Strokes,
} from '@heliodesk/contract/order-signatures.ts'
import { useRef, type PointerEvent } from 'react'
import { SignatureStrokes } from '../SignatureDrawing.tsx'
import css from './signature.module.css'

/** Nearer points of a stroke make no difference that is seen. */
const NEAR = 5

/** No room for another point. */
const isFull = (strokes: Strokes) => textOfStrokes(strokes).length > SIGNATURE_CHARS - 10
const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))

type SignaturePadProps = { strokes: Strokes; onChange: (strokes: Strokes) => void }

/** A field to sign in, with a finger, a pen or the mouse. */
export function SignaturePad({ strokes, onChange }: SignaturePadProps) {
  /** The pointer that draws. A second finger draws nothing. */
  const drawing = useRef<number | null>(null)
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return [
      within(((clientX - left) / width) * SIGNATURE.width, SIGNATURE.width),
      within(((clientY - top) / height) * SIGNATURE.height, SIGNATURE.height),
    ] as const
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    const isMain = event.pointerType !== 'mouse' || event.button === 0
    if (!isMain || drawing.current !== null || isFull(strokes)) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = event.pointerId
    onChange([...strokes, [...pointOf(event)]])
  }
  const go = (event: PointerEvent<HTMLElement>) => {
    const stroke = strokes.at(-1)
    if (drawing.current !== event.pointerId || !stroke || isFull(strokes)) return
    const [x, y] = pointOf(event)
    const [lastX = 0, lastY = 0] = stroke.slice(-2)
    if (Math.hypot(x - lastX, y - lastY) >= NEAR) onChange([...strokes.slice(0, -1), [...stroke, x, y]])
  }
  const end = ({ pointerId }: PointerEvent<HTMLElement>) => {
    if (drawing.current === pointerId) drawing.current = null
  }
  return (
    <div
      className={css.pad}
      role="img"
      aria-label={strokes.length === 0 ? '签名区，空白' : `签名区，已写 ${strokes.length} 笔`}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {strokes.length === 0 && <span className="t3">请在此处签名</span>}
      <svg viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`} aria-hidden>
        <SignatureStrokes strokes={strokes} />
      </svg>
    </div>
  )
}
