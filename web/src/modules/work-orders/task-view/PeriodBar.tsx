import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { groupings } from './groups.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import { monthTitle, shifted, titleOf, weekTitle, zooms, type Zoom } from './period.ts'
import { dayOf, now } from './plan-time.ts'
import { calendarZooms, type Shown } from './view.ts'
import css from './task-view.module.css'

type PeriodBarProps = {
  shown: Shown
  facts: string | null
  conflicts: number
  onlyConflicts: boolean
  onOnlyConflicts: (only: boolean) => void
}

/** Chooses the period. */
export function PeriodBar({ shown, facts, conflicts, onlyConflicts, onOnlyConflicts }: PeriodBarProps) {
  const { view, zoom, grouping, day, period } = shown
  const { change } = useUrlQuery()
  const phone = usePhone()
  const isCalendar = view === 'calendar'
  const title = !isCalendar ? titleOf(zoom, period) : zoom === 'week' ? weekTitle(period) : monthTitle(day)
  const year = period.begin.slice(0, 4)
  const isFar = zoom !== 'month' && year !== dayOf(now()).slice(0, 4)
  const go = (by: 1 | -1) =>
    change({ day: isCalendar && zoom === 'week' ? dayAfter(day, 7 * by) : shifted(zoom, day, by) })
  const turn = (to: Zoom) => change({ zoom: to })
  return (
    <div className={css.periodBar}>
      {isCalendar ? (
        <Segments
          label="范围"
          choices={calendarZooms}
          value={zoom as keyof typeof calendarZooms}
          onChange={turn}
        />
      ) : (
        <Segments label="范围" choices={zooms} value={zoom} onChange={turn} />
      )}
      <span className={css.steps}>
        <IconButton icon={ChevronLeft} label="上一段" onClick={() => go(-1)} />
        <Button size="sm" repeatMs={0} onClick={() => change({ day: null })}>
          今天
        </Button>
        <IconButton icon={ChevronRight} label="下一段" onClick={() => go(1)} />
      </span>
      <b className={css.title} aria-live="polite">
        {isFar && `${year} 年 `}
        {title}
      </b>
      {!isCalendar && !phone && (
        <Segments
          label="分组"
          choices={groupings}
          value={grouping}
          onChange={(to) => change({ group: to === 'person' ? null : to })}
        />
      )}
      <button
        type="button"
        className={onlyConflicts ? 'chip on' : 'chip'}
        aria-pressed={onlyConflicts}
        onClick={() => onOnlyConflicts(!onlyConflicts)}
      >
        <TriangleAlert className="i s" aria-hidden />
        只看冲突 {conflicts > 0 && <em className="err">{conflicts}</em>}
      </button>
      {facts && <span className={`t3 s12 ${css.facts}`}>{facts}</span>}
    </div>
  )
}
