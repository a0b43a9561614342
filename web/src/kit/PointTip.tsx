import type { Pixel, Size } from './map/camera.ts'
import css from './point-tip.module.css'

type PointTipProps = {
  /** The place it is about; the tip opens towards the middle of the drawing. */
  at: Pixel
  /** The size of the drawing. */
  size: Size
  /** The distance from the place in pixels. */
  away: number
  title: string
  lines: readonly string[]
}

/** What a drawing says about one place: a point of a chart, a marker of a map. */
export function PointTip({ at: { x, y }, size, away, title, lines }: PointTipProps) {
  const across = x > size.width / 2 ? { right: size.width - x + away } : { left: x + away }
  const down = y > size.height / 2 ? { bottom: size.height - y } : { top: y }
  return (
    <div className={css.pointTip} style={{ ...across, ...down }} role="status">
      <b>{title}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}
