import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { Ban } from 'lucide-react'
import type { RefObject } from 'react'
import { useSettled } from '../../../kit/use-settled.ts'
import { useCall } from '../../../lib/queries.ts'
import { Conflicts } from '../forms/RescheduleOrder.tsx'
import { LANE, laneTop, LEFT, spanOf, type Row, type Scale } from './geometry.ts'
import { hoursText, type Limits } from './load.ts'
import type { Zoom } from './period.ts'
import { clashesOf } from './plan-conflicts.ts'
import { HOUR, planOf, planText, wireOf, type OrderBar } from './plan-time.ts'
import type { Drag } from './use-plan-drag.ts'
import css from './gantt.module.css'

const CARD_WIDTH = 320
/** Named in the hand; the dialog names all. */
const MOST_NAMED = 3

type DragLayerProps = {
  drag: Drag
  zoom: Zoom
  scale: Scale
  rows: readonly Row[]
  bars: readonly OrderBar[]
  limits: Limits
  box: RefObject<HTMLDivElement | null>
}

/** The order in the hand: where it was, where it would be, and what speaks against that. */
export function DragLayer({ drag, zoom, scale, rows, bars, limits, box }: DragLayerProps) {
  const { bar, plan, rowKey, refusal, by } = drag
  const row = rows.find(({ key }) => key === rowKey)
  const placed = row?.lanes.flat().find((each) => each.bar.id === bar.id)
  const conflicts = useConflicts(drag, bars, limits)
  if (!row || !placed) return null
  const top = row.top + laneTop(placed.lane)
  const span = spanOf(scale, plan)
  const isMoved = plan.start !== planOf(bar).start || plan.end !== planOf(bar).end
  return (
    <div className={css.dragLayer}>
      {clashesOf(bar, plan, bars, limits).map((clash) => {
        const part = spanOf(scale, clash)
        return (
          part && (
            <i
              key={`${clash.kind} ${clash.text}`}
              className={css.clash}
              style={{ left: LEFT + part.x, width: part.width, top: row.top, height: row.height }}
            />
          )
        )
      })}
      {isMoved && <i className={css.ghost} style={{ left: LEFT + placed.x, width: placed.width, top }} />}
      {span && (
        <div
          className={css.lifted}
          data-state={bar.flowSts}
          style={{ left: LEFT + span.x, width: span.width, top }}
        >
          <span className="ell">{bar.taskDescription}</span>
        </div>
      )}
      <div className={`pop-box ${css.card}`} role="status" style={cardPlace(box.current, span, top)}>
        <b>{planText(plan)}</b>
        <span className="t2">
          {bar.liablePerson ?? '未指派'} · {hoursText((plan.end - plan.start) / HOUR)} h
        </span>
        {refusal !== null ? (
          <p className={`err ${css.reason}`}>
            <Ban className="i s" aria-hidden />
            {refusal}
          </p>
        ) : (
          isMoved && conflicts && <Conflicts of={conflicts.slice(0, MOST_NAMED)} />
        )}
        <span className={css.keys}>
          <kbd>Esc</kbd> 放回
          {by === 'keys' ? (
            <>
              <kbd>←</kbd>
              <kbd>→</kbd> {zoom === 'day' ? '15 分' : '一天'} <kbd>回车</kbd> 放下
            </>
          ) : (
            <>
              <kbd>Alt</kbd> 按 15 分对齐 · 松手即改期
            </>
          )}
        </span>
      </div>
    </div>
  )
}

/** What the server says once the hand rests; until then, what is seen on screen. */
function useConflicts({ bar, plan, refusal }: Drag, bars: readonly OrderBar[], limits: Limits) {
  const wanted = `${wireOf(plan.start)}|${wireOf(plan.end)}`
  const settled = useSettled(wanted)
  const [planStartTime = '', planEndTime = ''] = settled.split('|')
  const isOwn = planStartTime === bar.planStartTime && planEndTime === bar.planEndTime
  const { data, isPlaceholderData } = useCall(
    workOrderCalls.planConflicts,
    { id: bar.id, planStartTime, planEndTime },
    { enabled: refusal === null && !isOwn },
  )
  if (settled === wanted && data && !isPlaceholderData) return data.conflicts
  const seen = clashesOf(bar, plan, bars, limits)
  return seen.length > 0 ? seen.map(({ text }) => ({ text, refuses: false })) : null
}

/** Below the bar, or above it in the lower half of the window, and within the window. */
function cardPlace(box: HTMLDivElement | null, span: { x: number } | null, top: number) {
  const seen = box ?? { scrollLeft: 0, scrollTop: 0, clientWidth: 0, clientHeight: 0 }
  const right = seen.scrollLeft + seen.clientWidth - CARD_WIDTH - 12
  const left = Math.max(seen.scrollLeft + LEFT, Math.min(LEFT + (span?.x ?? 0), right))
  const isLow = top - seen.scrollTop > seen.clientHeight / 2
  return {
    left,
    width: CARD_WIDTH,
    ...(isLow ? { top: top - 8, translate: '0 -100%' } : { top: top + LANE }),
  }
}
