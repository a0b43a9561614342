import { LEFT, placeOf, type Scale } from './geometry.ts'
import { groupings, type Grouping } from './groups.ts'
import type { Limits } from './load.ts'
import { weekdayOf, type Zoom } from './period.ts'
import { dayOf } from './plan-time.ts'
import css from './gantt.module.css'

type GanttHeadProps = {
  zoom: Zoom
  scale: Scale
  days: readonly string[]
  restDays: readonly string[]
  now: number
  grouping: Grouping
  limits: Limits
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** The days, or the hours of the only one. */
export function GanttHead({ zoom, scale, days, restDays, now, grouping, limits }: GanttHeadProps) {
  const today = dayOf(now)
  return (
    <div className={css.head} aria-hidden>
      <div className={css.corner} style={{ width: LEFT }}>
        <b>{grouping === 'person' ? '人员' : groupings.station.slice(1)}</b>
        {grouping === 'person' && <span title="所列工单的计划工时">工时 / 每天 {limits.dayHours} h</span>}
      </div>
      <div className={css.days} style={{ width: scale.width }}>
        {zoom === 'day'
          ? HOURS.map((hour) => (
              <span key={hour} className={css.day}>
                {hour}:00
              </span>
            ))
          : days.map((day) => (
              <span
                key={day}
                className={css.day}
                data-today={day === today ? '' : undefined}
                data-rest={restDays.includes(day) ? '' : undefined}
              >
                <small>{zoom === 'month' ? weekdayOf(day).slice(1) : weekdayOf(day)}</small>
                {Number(day.slice(8))}
              </span>
            ))}
        {now >= scale.start && now < scale.end && (
          <i className={css.nowMark} style={{ left: placeOf(scale, now) }} />
        )}
      </div>
    </div>
  )
}
