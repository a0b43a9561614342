import { useState, type PointerEvent } from 'react'

type WidthGripProps = { title: string; onWidth: (width: number | null) => void }
type Drag = { startX: number; width: number; by: number; height: number }

/**
 * The edge of a column head: drag it to resize, double-click to restore the default width. A line shows the new edge,
 * so that the rows are rendered only once. Keyboard users resize in the column settings.
 */
export function WidthGrip({ title, onWidth }: WidthGripProps) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    // Prevents text selection during the drag; nothing else drags the head.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = event.currentTarget.closest('th')!.offsetWidth
    const height = event.currentTarget.closest<HTMLElement>('.region')!.offsetHeight
    setDrag({ startX: event.clientX, width, by: 0, height })
  }
  const end = () => {
    if (drag && drag.by !== 0) onWidth(drag.width + drag.by)
    setDrag(null)
  }
  return (
    <span
      className={drag ? 'width-grip on' : 'width-grip'}
      title={`拖动调整“${title}”的列宽，双击恢复`}
      aria-hidden
      onPointerDown={start}
      onPointerMove={(event) => drag && setDrag({ ...drag, by: event.clientX - drag.startX })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      onDoubleClick={() => onWidth(null)}
    >
      {drag && <i style={{ transform: `translateX(${drag.by}px)`, height: drag.height }} />}
    </span>
  )
}
