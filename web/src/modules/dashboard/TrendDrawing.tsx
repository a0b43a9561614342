import { formatNumber } from '../../kit/format.ts'
import type { Size } from '../../kit/map/camera.ts'
import { scaleTop, ticksUpTo } from '../../kit/chart/scale.ts'
import type { Overview } from './Strip.tsx'
import { Word } from '../../kit/chart/Word.tsx'
import cardsCss from './cards.module.css'
import chartsCss from './charts.module.css'
import dashboardCss from './dashboard.module.css'

type Days = Overview['days']

/** Pixels around the plot; `head` is for days that exceed the scale, and for their numbers. */
export const frame = { left: 40, right: 16, top: 4, bottom: 24, head: 24 }

/** The approximate distance between day labels. */
const LABEL_PX = 76
/** A day that exceeds the scale is drawn this many pixels above it. */
const OVER_PX = 7

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

type TrendDrawingProps = { days: Days; size: Size; pointed: number | null }

/** Bars for created orders, a line for accepted ones. */
export function TrendDrawing({ days, size, pointed }: TrendDrawingProps) {
  const most = scaleTop(days.flatMap(({ created, finished }) => [created, finished]))
  const ticks = ticksUpTo(most)
  const top = ticks.at(-1)!
  const foot = size.height - frame.bottom
  const high = foot - frame.top - frame.head
  const wide = size.width - frame.left - frame.right
  const step = wide / days.length
  const x = (at: number) => frame.left + (at + 0.5) * step
  const y = (value: number) => (value > top ? foot - high - OVER_PX : foot - (value / top) * high)
  const line = days.map(({ finished }, at) => `${x(at).toFixed(1)} ${y(finished).toFixed(1)}`)
  const last = days.length - 1
  // The current day is incomplete, so its part of the line is drawn separately.
  const whole = line.slice(0, last).join('L')
  const every = Math.max(1, Math.ceil(LABEL_PX / step))
  if (high <= 0) return null
  return (
    <>
      <svg width={size.width} height={size.height} aria-hidden>
        {days.map(
          ({ day }, at) =>
            isWeekend(day) && (
              <rect
                key={day}
                className={chartsCss.weekend}
                x={x(at) - step / 2}
                y={y(top)}
                width={step}
                height={high}
              />
            ),
        )}
        {ticks.map((tick) => (
          <line
            key={tick}
            className={chartsCss.grid}
            x1={frame.left}
            x2={frame.left + wide}
            y1={y(tick)}
            y2={y(tick)}
          />
        ))}
        {days.map(({ day, created }, at) => (
          <g key={day}>
            <rect
              className={at === pointed ? `${chartsCss.came} on` : chartsCss.came}
              x={x(at) - step * 0.3}
              width={step * 0.6}
              y={y(created)}
              height={foot - y(created)}
              rx={Math.min(2, step * 0.2)}
            />
            {created > top && (
              <path className={chartsCss.gap} d={`M${x(at) - step / 2} ${y(top) - 1}l${step} -6`} />
            )}
          </g>
        ))}
        <path className={chartsCss.area} d={`M${x(0)} ${foot}L${whole}L${x(last - 1)} ${foot}Z`} />
        <path className={`${cardsCss.line} ${chartsCss.line} ${dashboardCss.line}`} d={`M${whole}`} />
        <path
          className={`${cardsCss.line} ${chartsCss.line} ${dashboardCss.line} ${chartsCss.today}`}
          d={`M${line[last - 1]}L${line[last]}`}
        />
        <circle className="end" cx={x(last)} cy={y(days[last]!.finished)} r="3.5" />
        {pointed !== null && (
          <line className={chartsCss.now} x1={x(pointed)} x2={x(pointed)} y1={y(top)} y2={foot} />
        )}
      </svg>
      {ticks.slice(1).map((tick) => (
        <Word key={tick} x={frame.left - 8} y={y(tick)} anchor="end">
          {formatNumber(tick)}
        </Word>
      ))}
      {days.map(
        ({ day, created }, at) =>
          created > top && (
            <Word
              key={day}
              x={at > last - 2 ? frame.left + wide : x(at)}
              y={frame.top + 7}
              anchor={at > last - 2 ? 'end' : 'middle'}
            >
              {formatNumber(created)} 单
            </Word>
          ),
      )}
      {days.map(
        ({ day }, at) =>
          (last - at) % every === 0 && (
            <Word
              key={day}
              x={at === last ? frame.left + wide : x(at)}
              y={size.height - 11}
              anchor={at === last ? 'end' : 'middle'}
            >
              {at === last ? '今天' : day.slice(5)}
            </Word>
          ),
      )}
    </>
  )
}
