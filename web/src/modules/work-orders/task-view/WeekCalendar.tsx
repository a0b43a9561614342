import { useLayoutEffect, useMemo, useRef } from 'react'
import { formatNumber } from '../../../kit/format.ts'
import { groupBars, NOBODY } from './groups.ts'
import { hoursText, loadsOf, sumOf } from './load.ts'
import { barsOn } from './month.ts'
import type { CalendarProps } from './MonthCalendar.tsx'
import { daysOf } from '@heliodesk/contract/days.ts'
import { weekdayOf } from './period.ts'
import { clockText, dayOf, planOf, planText, type OrderBar } from './plan-time.ts'
import { useMinute } from './use-minute.ts'
import css from './calendar-view.module.css'

/** A week by people: what each does on which day, and the hours of it. */
export function WeekCalendar(props: CalendarProps) {
  const { period, bars, people, restDays, conflicting, limits, onOpen } = props
  const days = useMemo(() => daysOf(period), [period])
  const today = dayOf(useMinute())
  const loads = useMemo(() => loadsOf(bars, days, limits), [bars, days, limits])
  const rows = useMemo(() => groupBars(bars, people, 'person'), [bars, people])
  const capacity = days.filter((day) => !restDays.includes(day)).length * limits.dayHours
  const region = useRef<HTMLDivElement>(null)
  // In a narrow window the week is wider than the page: it opens with today in sight.
  useLayoutEffect(() => {
    const column = region.current?.querySelector('thead [data-today]')
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  const totals = days.map((_, at) => sumOf([...loads.values()].map(({ hours }) => hours[at]!)))
  return (
    <div ref={region} className={css.byPerson} role="region" aria-label="周历" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              人员 <span className="t3 s12">本周 / {capacity} h</span>
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                data-today={day === today ? '' : undefined}
                data-rest={restDays.includes(day) ? '' : undefined}
              >
                {weekdayOf(day)} {Number(day.slice(8))}
                {day === today && <span className="s12"> 今天</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const hours = loads.get(row.key)?.hours
            return (
              <tr key={row.key}>
                <th scope="row">
                  <span className={css.person}>
                    <span className="av" aria-hidden>
                      {row.key === NOBODY ? '?' : row.name.slice(-1)}
                    </span>
                    <span className={css.who}>
                      <b className="ell">{row.name}</b>
                      <span className="t3 s12 ell">{row.note}</span>
                    </span>
                    {hours && (
                      <span className={sumOf(hours) > capacity ? 'err b' : 't2'}>
                        {hoursText(sumOf(hours))} h
                      </span>
                    )}
                  </span>
                </th>
                {days.map((day, at) => (
                  <td key={day} data-rest={restDays.includes(day) ? '' : undefined}>
                    {barsOn(row.bars, day).map((bar) => (
                      <Card key={bar.id} bar={bar} conflict={conflicting.has(bar.id)} onOpen={onOpen} />
                    ))}
                    {hours && hours[at]! > 0 && <Foot hours={hours[at]!} whole={limits.dayHours} />}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            {totals.map((total, at) => (
              <td key={days[at]}>
                <b>{hoursText(total)}</b>
                <span className="t3 s12"> / {formatNumber(people.length * limits.dayHours)} h</span>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Card({ bar, conflict, onOpen }: { bar: OrderBar; conflict: boolean; onOpen: (id: string) => void }) {
  const plan = planOf(bar)
  const isLong = dayOf(plan.start) !== dayOf(plan.end)
  return (
    <button
      type="button"
      className={css.card}
      data-state={bar.flowSts}
      data-long={isLong ? '' : undefined}
      title={planText(plan)}
      data-conflict={conflict ? '' : undefined}
      onClick={() => onOpen(bar.id)}
    >
      <b className="ell">{bar.taskDescription}</b>
      {!isLong && <span className="ell">{clockText(plan)}</span>}
    </button>
  )
}

/** The day's hours as a part of a whole day, red above it. */
const Foot = ({ hours, whole }: { hours: number; whole: number }) => (
  <i
    className={css.foot}
    title={`${hoursText(hours)} h`}
    data-over={hours > whole ? '' : undefined}
    style={{ width: `${Math.min(100, (hours / whole) * 100)}%` }}
  />
)
