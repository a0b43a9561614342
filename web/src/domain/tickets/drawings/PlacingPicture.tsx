import { markKinds, type DrawingMark } from '@heliodesk/contract/ticket-drawings.ts'
import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import type { ShownFile } from '../../../kit/FileTiles.tsx'
import { freePlace, nudged, onPicture, titleOfMark, type Point } from './marks.ts'
import { Pin, placeOf } from './Pin.tsx'
import css from './drawings.module.css'

type PlacingPictureProps = {
  title: string
  file: ShownFile | undefined
  marks: readonly DrawingMark[]
  /** The kind that a press on the picture places. */
  kind: DrawingMark['kind']
  chosen: number | null
  onPlace: (at: Point) => void
  onMove: (no: number, to: Point) => void
  onChoose: (no: number) => void
  onRemove: (no: number) => void
}

/** A pointer that goes less far than this presses. */
const SLIP = 4

/** A picture on which marks are placed by a press, and moved by dragging or with the arrows. */
export function PlacingPicture(props: PlacingPictureProps) {
  const { title, file, marks, kind, chosen, onPlace, onMove, onChoose, onRemove } = props
  const surface = useRef<HTMLButtonElement>(null)
  const from = useRef<Point | null>(null)
  const [dragged, setDragged] = useState<{ no: number; to: Point } | null>(null)
  const shareAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = surface.current!.getBoundingClientRect()
    return onPicture({ x: (clientX - left) / width, y: (clientY - top) / height })
  }
  const place = (event: MouseEvent) =>
    // The keyboard presses without a place.
    onPlace(event.detail === 0 ? freePlace(marks) : shareAt(event))
  const dragging = (no: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY }
      onChoose(no)
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current
      if (!start) return
      const far = Math.hypot(event.clientX - start.x, event.clientY - start.y) >= SLIP
      if (far || dragged) setDragged({ no, to: shareAt(event) })
    },
    onPointerUp: () => {
      from.current = null
      if (dragged) onMove(no, dragged.to)
      setDragged(null)
    },
    onPointerCancel: () => {
      from.current = null
      setDragged(null)
    },
  })
  const onKeyDown = (no: number, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = nudged(marks[no]!, event)
    if (to) onMove(no, to)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(no)
    else return
    event.preventDefault()
  }
  return (
    <div className={css.picture} data-placing>
      <button
        type="button"
        ref={surface}
        className={css.surface}
        aria-label={`${title}，添加${markKinds[kind]}标注`}
        onClick={place}
      >
        {file && <img src={file.fileUrlPreview ?? file.url} alt="" draggable={false} />}
      </button>
      {marks.map((mark, no) => (
        <button
          key={no}
          type="button"
          className={css.at}
          style={placeOf(dragged?.no === no ? dragged.to : mark)}
          aria-label={`标注 ${no + 1}，${titleOfMark(mark)}`}
          aria-pressed={chosen === no}
          data-mark={no}
          onClick={() => onChoose(no)}
          onFocus={() => onChoose(no)}
          onKeyDown={(event) => onKeyDown(no, event)}
          {...dragging(no)}
        >
          <Pin no={no + 1} kind={mark.kind} />
        </button>
      ))}
    </div>
  )
}
