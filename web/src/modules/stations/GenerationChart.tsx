import type { Received } from '@heliodesk/contract/call.ts'
import type { generationCalls } from '@heliodesk/contract/generation.ts'
import { useState } from 'react'
import { ticksUpTo } from '../../kit/chart/scale.ts'
import { Word } from '../../kit/chart/Word.tsx'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import type { Size } from '../../kit/map/camera.ts'
import { useSize } from '../../kit/use-size.ts'
import css from './stations.module.css'

type Row = Received<typeof generationCalls.query>['rows'][number]

const frame = { left: 56, right: 12, top: 22, bottom: 22 }
/** The approximate distance between bar labels. */
const LABEL_PX = 44

/** Bars for generated energy, steps for the plan; the table below has the same figures. */
export function GenerationChart({ rows }: { rows: readonly Row[] }) {
  const { ref, size } = useSize<HTMLDivElement>()
  const [pointed, setPointed] = useState<number | null>(null)
  const row = pointed === null ? undefined : rows[pointed]
  return (
    <div className={css.generationChart} ref={ref} onPointerLeave={() => setPointed(null)} aria-hidden>
      {size && <Drawing rows={rows} size={size} pointed={pointed} />}
      {size && (
        <div className={css.catches} style={{ left: frame.left, right: frame.right }}>
          {rows.map(({ at }, index) => (
            <span key={at} onPointerEnter={() => setPointed(index)} />
          ))}
        </div>
      )}
      {size && row && <Tip row={row} at={(pointed! + 0.5) / rows.length} width={size.width} />}
    </div>
  )
}

type DrawingProps = { rows: readonly Row[]; size: Size; pointed: number | null }

function Drawing({ rows, size, pointed }: DrawingProps) {
  // Small stations use kWh, large ones MWh.
  const most = Math.max(1, ...rows.flatMap(({ energyKwh, planKwh }) => [energyKwh ?? 0, planKwh ?? 0]))
  const per = most >= 10_000 ? 1000 : 1
  const ticks = ticksUpTo(most / per)
  const top = ticks.at(-1)! * per
  const foot = size.height - frame.bottom
  const high = foot - frame.top
  const step = (size.width - frame.left - frame.right) / rows.length
  const x = (at: number) => frame.left + at * step
  const y = (value: number) => foot - (value / top) * high
  const every = Math.max(1, Math.ceil(LABEL_PX / step))
  if (high <= 0) return null
  return (
    <>
      <svg width={size.width} height={size.height}>
        {ticks.map((tick) => (
          <line
            key={tick}
            className={css.grid}
            x1={frame.left}
            x2={size.width - frame.right}
            y1={y(tick * per)}
            y2={y(tick * per)}
          />
        ))}
        {rows.map(
          ({ at, energyKwh }, index) =>
            energyKwh !== null && (
              <rect
                key={at}
                className={index === pointed ? `${css.made} on` : css.made}
                x={x(index) + step * 0.18}
                width={step * 0.64}
                y={y(energyKwh)}
                height={foot - y(energyKwh)}
                rx={Math.min(2, step * 0.2)}
              />
            ),
        )}
        {rows.map(
          ({ at, planKwh }, index) =>
            planKwh !== null && (
              <line
                key={at}
                className={css.plan}
                x1={x(index)}
                x2={x(index) + step}
                y1={y(planKwh)}
                y2={y(planKwh)}
              />
            ),
        )}
      </svg>
      <Word x={4} y={9} anchor="start">
        {per === 1 ? 'kWh' : 'MWh'}
      </Word>
      <span className={css.legend}>
        <i className={css.made} />
        实际
        <i className={css.plan} />
        计划
      </span>
      {ticks.map((tick) => (
        <Word key={tick} x={frame.left - 6} y={y(tick * per)} anchor="end">
          {formatNumber(tick)}
        </Word>
      ))}
      {rows.map(
        ({ at }, index) =>
          index % every === 0 && (
            <Word key={at} x={x(index) + step / 2} y={size.height - 10}>
              {Number(at.slice(-2))}
            </Word>
          ),
      )}
    </>
  )
}

function Tip({ row, at, width }: { row: Row; at: number; width: number }) {
  const left = frame.left + at * (width - frame.left - frame.right)
  const beside = left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }
  return (
    <div className="chart-tip" style={{ ...beside, top: 12 }}>
      <b>{row.at}</b>
      <span>实际 {kwh(row.energyKwh)}</span>
      <span>计划 {kwh(row.planKwh)}</span>
    </div>
  )
}

const kwh = (value: number | null) => (value === null ? EMPTY : `${formatNumber(value)} kWh`)
