import { own as ofKey } from '@heliodesk/contract/own.ts'
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useRowWindow } from '../../../kit/use-row-window.ts'
import { useSize } from '../../../kit/use-size.ts'
import { DragLayer } from './DragLayer.tsx'
import {
  LANE,
  laneTop,
  LEFT,
  lanesWithin,
  layOut,
  placeOf,
  rowsWithin,
  scaleOf,
  type Row,
} from './geometry.ts'
import { GanttHead } from './GanttHead.tsx'
import { GanttRow } from './GanttRow.tsx'
import { groupBars, type Grouping } from './groups.ts'
import { loadsOf, type Limits } from './load.ts'
import { daysOf, type Span } from '@heliodesk/contract/days.ts'
import { type Zoom } from './period.ts'
import type { OrderBar, Person, Plan } from './plan-time.ts'
import { useMinute } from './use-minute.ts'
import { barOf, usePlanDrag } from './use-plan-drag.ts'
import css from './gantt.module.css'

type GanttProps = {
  zoom: Zoom
  period: Span
  grouping: Grouping
  /** Only the row of this person. */
  person: string | null
  bars: readonly OrderBar[]
  people: readonly Person[]
  restDays: readonly string[]
  conflicting: ReadonlySet<string>
  limits: Limits
  refusalOf: (bar: OrderBar) => string | null
  onOpen: (id: string) => void
  onDrop: (bar: OrderBar, plan: Plan) => void
}

const HEAD = 44
/** Lanes drawn above and below the window; also the step by which what is drawn moves on. */
const OVERSCAN = 6
/** Until the window is measured. */
const USUAL_WIDTH = 1200

/** Planned orders along the days, in rows of people or stations, of which only the visible ones are drawn. */
export function Gantt(props: GanttProps) {
  const { zoom, period, grouping, person, bars, people, restDays, conflicting, limits, refusalOf } = props
  const { onOpen, onDrop } = props
  const { ref: box, size } = useSize<HTMLDivElement>()
  const now = useMinute()
  const room = (size?.width ?? USUAL_WIDTH) - LEFT
  const scale = useMemo(() => scaleOf(zoom, period, room), [zoom, period, room])
  const { drag, lift, onLiftedKey, pointer } = usePlanDrag({ zoom, scale, bars, refusalOf, onDrop })
  // What lies under the hand stays while others change orders.
  const [held, setHeld] = useState(bars)
  if (drag === null && held !== bars) setHeld(bars)
  const groups = useMemo(() => groupBars(held, people, grouping, person), [held, people, grouping, person])
  const { rows, height } = useMemo(() => layOut(scale, groups, now), [scale, groups, now])
  const days = useMemo(() => daysOf(period), [period])
  const loads = useMemo(() => loadsOf(held, days, limits), [held, days, limits])
  const sight = useRowWindow(box, {
    count: Math.ceil(height / LANE),
    rowHeight: LANE,
    head: HEAD,
    overscan: OVERSCAN,
  })
  const [chosen, setChosen] = useState<Place | null>(null)
  const active = chosen && find(rows, chosen) ? chosen : firstOf(rows)
  const told = useRef<HTMLParagraphElement>(null)

  const focus = (place: Place | null) => {
    const row = place && rows.find(({ key }) => key === place.row)
    const placed = place && find(rows, place)
    if (!row || !placed) return
    flushSync(() => {
      setChosen(place)
      sight.scrollTo(Math.floor((row.top + laneTop(placed.lane)) / LANE))
    })
    const selector = `[data-row="${CSS.escape(row.key)}"] [data-bar="${CSS.escape(place.bar)}"]`
    box.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const found = barOf(event.target, held)
    if (!found) return
    const place = { row: found.rowKey, bar: found.bar.id }
    if (onLiftedKey(event)) {
      event.preventDefault()
      // Its bar is drawn anew at another place, and keeps the focus.
      if (event.key === 'Enter' || event.key === ' ') requestAnimationFrame(() => focus(place))
      return
    }
    const next = neighbourOf(rows, place, event.key)
    if (next) focus(next)
    else if (event.key === ' ') lift(found.bar, found.rowKey)
    else if (event.key === 'Enter') onOpen(found.bar.id)
    else return
    event.preventDefault()
  }
  const onClick = ({ target }: MouseEvent) => {
    const found = barOf(target, held)
    if (found && !drag) onOpen(found.bar.id)
  }

  const [from, to] = rowsWithin(rows, sight.start * LANE, sight.end * LANE)
  const drawn = rows.slice(from, to).map((row) => {
    const [first, last] = lanesWithin(row, sight.start * LANE, sight.end * LANE)
    return (
      <GanttRow
        key={row.key}
        row={row}
        first={first}
        last={last}
        load={grouping === 'person' ? loads.get(row.key) : undefined}
        limits={limits}
        days={days}
        restDays={restDays}
        active={active?.row === row.key ? active.bar : null}
        conflicting={conflicting}
        refusalOf={refusalOf}
      />
    )
  })
  return (
    <>
      <div
        ref={box}
        className={css.box}
        role="region"
        aria-label="甘特图"
        data-dragging={drag ? '' : undefined}
      >
        <div className={css.canvas} style={{ width: LEFT + scale.width }}>
          <GanttHead {...{ zoom, scale, days, restDays, now, grouping, limits }} />
          <div className={css.body} style={{ height }} {...pointer} onKeyDown={onKeyDown} onClick={onClick}>
            <Columns {...{ zoom, scale, days, restDays }} />
            {now >= scale.start && now < scale.end && (
              <i className={css.now} style={{ left: LEFT + placeOf(scale, now) }} />
            )}
            {drawn}
            {drag && <DragLayer {...{ drag, scale, rows, bars: held, zoom, limits }} box={box} />}
          </div>
        </div>
      </div>
      <p ref={told} className="sr">
        拿起工单用空格键，左右键移动，Alt 加左右键改变结束时间，回车放下，Esc 放回
      </p>
    </>
  )
}

type Place = { row: string; bar: string }

const placedOf = (row: Row) =>
  row.lanes.flat().toSorted((one, other) => one.x - other.x || one.lane - other.lane)

const find = (rows: readonly Row[], { row, bar }: Place) =>
  rows
    .find(({ key }) => key === row)
    ?.lanes.flat()
    .find((placed) => placed.bar.id === bar)

function firstOf(rows: readonly Row[]): Place | null {
  const row = rows.find(({ lanes }) => lanes.length > 0)
  return row ? { row: row.key, bar: row.lanes[0]![0]!.bar.id } : null
}

/** Left and right along a row, up and down to the nearest in the next row that has any. */
function neighbourOf(rows: readonly Row[], place: Place, key: string): Place | null {
  const at = rows.findIndex((row) => row.key === place.row)
  const row = rows[at]
  if (!row) return null
  const own = placedOf(row)
  const index = own.findIndex(({ bar }) => bar.id === place.bar)
  const along = ofKey({ ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: own.length - 1 }, key)
  if (along !== undefined) {
    const next = own[along]
    return next ? { row: row.key, bar: next.bar.id } : place
  }
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0) return null
  let to = at + step
  while (rows[to] && rows[to]!.lanes.length === 0) to += step
  const target = rows[to]
  if (!target) return place
  const x = own[index]?.x ?? 0
  const [nearest] = placedOf(target).toSorted((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x))
  return { row: target.key, bar: nearest!.bar.id }
}

type ColumnsProps = {
  zoom: Zoom
  scale: { width: number; columns: number }
  days: readonly string[]
  restDays: readonly string[]
}

/** The lines between the columns, and the days off. */
function Columns({ zoom, scale, days, restDays }: ColumnsProps) {
  const width = scale.width / scale.columns
  return (
    <div
      className={css.columns}
      style={{ left: LEFT, width: scale.width, backgroundSize: `${width}px 1px` }}
      aria-hidden
    >
      {zoom !== 'day' &&
        days.map((day, at) => restDays.includes(day) && <i key={day} style={{ left: at * width, width }} />)}
    </div>
  )
}
