import type { ReadingLimits } from '@heliodesk/contract/inspection-limits.ts'
import { isAllowed } from '@heliodesk/contract/inspection-limits.ts'
import css from './trend-line.module.css'

type TrendLineProps = {
  /** The last readings, the oldest first. */
  values: readonly number[]
  limits: ReadingLimits
  /** What it says, for those who do not see it. */
  label: string
}

const [WIDTH, HEIGHT, EDGE] = [72, 24, 3]

/** The course of the last readings of an item at a device, with the limit that it comes near to. */
export function TrendLine({ values, limits, label }: TrendLineProps) {
  const last = values.at(-1)
  if (last === undefined || values.length < 2) return <span className="t3">--</span>
  const isOut = !isAllowed(last, limits)
  const limit = isOut ? (limits.high && last >= limits.high.at ? limits.high.at : limits.low?.at) : undefined
  const shown = limit === undefined ? values : [...values, limit]
  const [least, most] = [Math.min(...shown), Math.max(...shown)]
  const x = (at: number) => EDGE + (at / (values.length - 1)) * (WIDTH - 2 * EDGE)
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) / (most - least)) * (HEIGHT - 2 * EDGE)
  return (
    <svg
      className={css.trend}
      data-out={isOut || undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {limit !== undefined && (
        <line className={css.limit} x1={EDGE} x2={WIDTH - EDGE} y1={y(limit)} y2={y(limit)} />
      )}
      <polyline points={values.map((value, at) => `${x(at)},${y(value)}`).join(' ')} />
      <circle cx={x(values.length - 1)} cy={y(last)} r="2.5" />
    </svg>
  )
}
