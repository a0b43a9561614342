import { flowStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { memo } from 'react'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { labelOf, LEFT, laneTop, type Placed, type Row } from './geometry.ts'
import { NOBODY } from './groups.ts'
import type { Limits, Load } from './load.ts'
import { LoadStrip } from './LoadStrip.tsx'
import { planOf, planText, type OrderBar } from './plan-time.ts'
import css from './gantt.module.css'

type GanttRowProps = {
  row: Row
  /** The lanes that are drawn. */
  first: number
  last: number
  /** Undefined for a station. */
  load: Load | undefined
  limits: Limits
  days: readonly string[]
  restDays: readonly string[]
  /** The bar in the tab order. */
  active: string | null
  conflicting: ReadonlySet<string>
  refusalOf: (bar: OrderBar) => string | null
}

export const GanttRow = memo(function GanttRow(props: GanttRowProps) {
  const { row, first, last, load, limits, days, restDays, active, conflicting, refusalOf } = props
  const drawn = row.lanes.slice(first, last).flat()
  // The keyboard always finds the bar in the tab order.
  if (active !== null && !drawn.some(({ bar }) => bar.id === active)) {
    const kept = row.lanes.flat().find(({ bar }) => bar.id === active)
    if (kept) drawn.push(kept)
  }
  return (
    <div
      className={css.row}
      style={{ top: row.top, height: row.height }}
      role="group"
      aria-label={`${row.name}，${row.bars.length} 单`}
      data-row={row.key}
    >
      <div className={css.who} style={{ width: LEFT }}>
        {(load || row.key === NOBODY) && (
          <span className="av" aria-hidden>
            {row.key === NOBODY ? '?' : row.name.slice(-1)}
          </span>
        )}
        <span className={css.name}>
          <b className="ell">{row.name}</b>
          <span className="t3 s12 ell">{row.note}</span>
        </span>
        {load && <LoadStrip {...{ load, days, restDays, limits }} />}
      </div>
      {drawn.map((placed) => (
        <Bar
          key={placed.bar.id}
          placed={placed}
          active={placed.bar.id === active}
          conflicting={conflicting.has(placed.bar.id)}
          moves={refusalOf(placed.bar) === null}
          helps={row.key !== NOBODY && load !== undefined && placed.bar.liableUserId !== row.key}
        />
      ))}
    </div>
  )
})

type BarProps = {
  placed: Placed
  active: boolean
  conflicting: boolean
  moves: boolean
  /** The person of the row only helps with it. */
  helps: boolean
}

const Bar = memo(function Bar({
  placed: { bar, x, width, late, lane, label: side },
  active,
  conflicting,
  moves,
  helps,
}: BarProps) {
  const says = labelOf(bar, late)
  const label = (
    <span
      className={side === 'inside' ? css.inside : css.beside}
      style={side === 'right' ? { marginLeft: late } : undefined}
      data-side={side}
    >
      <StatusGlyph status={bar.flowSts} bare />
      <span className="ell">{says}</span>
    </span>
  )
  return (
    <button
      type="button"
      className={css.bar}
      style={{ left: LEFT + x, top: laneTop(lane), width }}
      tabIndex={active ? 0 : -1}
      aria-label={wordsOf(bar, says, conflicting)}
      data-bar={bar.id}
      data-state={bar.flowSts}
      data-moves={moves ? '' : undefined}
      data-helps={helps ? '' : undefined}
      data-late={late > 0 ? '' : undefined}
      data-conflict={conflicting ? '' : undefined}
    >
      {late > 0 && <i className={css.late} style={{ width: late }} />}
      {label}
      {moves && <i className={css.grip} data-grip />}
    </button>
  )
})

const wordsOf = (bar: OrderBar, says: string, conflicting: boolean): string =>
  [
    // What is seen comes first.
    says,
    bar.workCode,
    bar.psName,
    flowStatuses[bar.flowSts],
    planText(planOf(bar)),
    bar.liablePerson ?? '未指派',
    conflicting ? '有冲突' : null,
  ]
    .filter(Boolean)
    .join('，')
