import { isAllowed, spanOf, type ReadingLimits } from '@heliodesk/contract/inspection-limits.ts'
import css from './range-bar.module.css'

type RangeBarProps = {
  limits: ReadingLimits
  /** The reading; null shows the range alone. */
  value?: number | null
  /** With the parts to be watched and of the grades, and their numbers. */
  detailed?: boolean
}

type Piece = { look: 'out' | 'watch' | 'II' | 'I' | 'ok'; from: number; to: number }

/** The pieces of a scale, from its low end to its high one. */
function piecesOf(limits: ReadingLimits, from: number, to: number): Piece[] {
  const { low, high, watch, gradeII, gradeI } = limits
  const ends = (each: { at: number } | null) => (each ? [each.at] : [])
  const cuts = [
    from,
    ...[low, high, watch.low, watch.high, gradeII.low, gradeII.high, gradeI.low, gradeI.high].flatMap(ends),
    to,
  ]
  const places = [...new Set(cuts)].toSorted((a, b) => a - b)
  return places.slice(1).map((end, at) => {
    const start = places[at] ?? from
    const middle = (start + end) / 2
    const isOver = (side: { low: { at: number } | null; high: { at: number } | null }) =>
      (side.low !== null && middle < side.low.at) || (side.high !== null && middle > side.high.at)
    const look = isAllowed(middle, limits)
      ? isOver(watch)
        ? 'watch'
        : 'ok'
      : isOver(gradeI)
        ? 'I'
        : isOver(gradeII)
          ? 'II'
          : 'out'
    return { look, from: start, to: end }
  })
}

/** The allowed range on the item's scale, and where a reading lies on it; as decoration, since both stand beside it. */
export function RangeBar({ limits, value = null, detailed = false }: RangeBarProps) {
  const span = spanOf(limits)
  const [from, to] = [Math.min(span.from, value ?? span.from), Math.max(span.to, value ?? span.to)]
  const share = (at: number) => `${(((at - from) / (to - from)) * 100).toFixed(2)}%`
  const pieces = piecesOf(limits, from, to)
  return (
    <span className={`${css.bar} ${detailed ? css.detailed : ''}`} aria-hidden>
      <span className={css.track}>
        {pieces.map(({ look, from: start, to: end }) => (
          <i
            key={start}
            data-look={detailed || look === 'ok' ? look : look === 'watch' ? 'ok' : 'out'}
            style={{ left: share(start), width: `calc(${share(end)} - ${share(start)})` }}
          />
        ))}
        {value !== null && (
          <b data-out={isAllowed(value, limits) ? undefined : ''} style={{ left: share(value) }} />
        )}
      </span>
      {detailed && (
        <span className={css.numbers}>
          {pieces.slice(1).map(({ from: start }) => (
            <small key={start} style={{ left: share(start) }}>
              {start}
            </small>
          ))}
        </span>
      )}
    </span>
  )
}
