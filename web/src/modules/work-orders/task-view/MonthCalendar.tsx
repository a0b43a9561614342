import { useMemo, useState } from 'react'
import { Dialog } from '../../../kit/Dialog.tsx'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { WhileOpen } from '../../../kit/WhileOpen.tsx'
import { flowStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { BarList } from './Agenda.tsx'
import { hoursText, loadsOf, type Limits, type Load } from './load.ts'
import { LoadStrip } from './LoadStrip.tsx'
import { barsOn, hiddenOf, stretchesOf } from './month.ts'
import { daysOf, type Span } from '@heliodesk/contract/days.ts'
import { dayTitle } from './period.ts'
import { dayOf, planOf, planText, type OrderBar, type Person } from './plan-time.ts'
import { useMinute } from './use-minute.ts'
import css from './calendar-view.module.css'

export type CalendarProps = {
  period: Span
  bars: readonly OrderBar[]
  people: readonly Person[]
  restDays: readonly string[]
  conflicting: ReadonlySet<string>
  limits: Limits
  onOpen: (id: string) => void
}

/** Of each week; what is more is behind 另 N 单. */
const LANES = 2
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

/** A month in weeks, with the load of every day against what the people can do. */
export function MonthCalendar({ day, ...props }: CalendarProps & { day: string }) {
  const { period, bars, people, restDays, conflicting, limits, onOpen } = props
  const days = useMemo(() => daysOf(period), [period])
  const today = dayOf(useMinute())
  const loads = useMemo(() => loadsOf(bars, days, limits), [bars, days, limits])
  const [opened, setOpened] = useState<string | null>(null)
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  const capacity = people.length * limits.dayHours
  const monthDays = days.filter((each) => each.slice(0, 7) === day.slice(0, 7))
  const at = days.indexOf(monthDays[0]!)
  return (
    <div className={css.panes}>
      <div className={css.month} role="region" aria-label="月历">
        <div className={css.weekdays} aria-hidden>
          {WEEKDAYS.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        {weeks.map((week, index) => {
          const stretches = stretchesOf(bars, week)
          const hidden = hiddenOf(stretches, LANES, week.length)
          return (
            <div key={week[0]} className={css.week}>
              {week.map((each, place) => {
                const booked = [...loads.values()].reduce(
                  (sum, { hours }) => sum + hours[index * 7 + place]!,
                  0,
                )
                return (
                  <div
                    key={each}
                    className={css.cell}
                    style={{ gridColumn: place + 1 }}
                    data-other={each.slice(0, 7) === day.slice(0, 7) ? undefined : ''}
                    data-rest={restDays.includes(each) ? '' : undefined}
                  >
                    <button
                      type="button"
                      className={css.date}
                      data-today={each === today ? '' : undefined}
                      aria-label={`${dayTitle(each)}，${barsOn(bars, each).length} 单`}
                      onClick={() => setOpened(each)}
                    >
                      {Number(each.slice(8))}
                    </button>
                    {booked > 0 && <DayLoad booked={booked} capacity={capacity} />}
                    {hidden[place]! > 0 && (
                      <button type="button" className={css.more} onClick={() => setOpened(each)}>
                        另 {hidden[place]} 单
                      </button>
                    )}
                  </div>
                )
              })}
              {stretches
                .filter(({ lane }) => lane < LANES)
                .map(({ bar, from, span, lane, before, after }) => (
                  <button
                    key={bar.id}
                    type="button"
                    className={css.stretch}
                    style={{ gridColumn: `${from + 1} / span ${span}`, top: 32 + lane * 23 }}
                    data-state={bar.flowSts}
                    data-before={before ? '' : undefined}
                    data-after={after ? '' : undefined}
                    data-conflict={conflicting.has(bar.id) ? '' : undefined}
                    aria-label={[titleOf(bar), flowStatuses[bar.flowSts], planText(planOf(bar))].join('，')}
                    onClick={() => onOpen(bar.id)}
                  >
                    <StatusGlyph status={bar.flowSts} bare />
                    <span className="ell">{titleOf(bar)}</span>
                  </button>
                ))}
            </div>
          )
        })}
      </div>
      <div className={css.aside} role="region" aria-label="人员负荷" tabIndex={0}>
        <h2>
          人员负荷 <span className="t3 s12">每格一天，{limits.dayHours} h 为满</span>
        </h2>
        <ul>
          {people.map(({ id, realname, departName }) => (
            <li key={id}>
              <span className="av" aria-hidden>
                {realname.slice(-1)}
              </span>
              <span className={css.who}>
                <b className="ell">{realname}</b>
                <span className="t3 s12 ell">{departName}</span>
              </span>
              <LoadStrip
                load={partOf(loads.get(id), at, monthDays.length)}
                days={monthDays}
                {...{ restDays, limits }}
              />
            </li>
          ))}
        </ul>
      </div>
      <WhileOpen of={opened}>
        {(each, open) => (
          <Dialog open={open} title={dayTitle(each)} width={520} cross onClose={() => setOpened(null)}>
            <DayBars bars={barsOn(bars, each)} conflicting={conflicting} onOpen={onOpen} />
          </Dialog>
        )}
      </WhileOpen>
    </div>
  )
}

const titleOf = ({ taskDescription, liablePerson }: OrderBar): string =>
  liablePerson ? `${taskDescription} · ${liablePerson}` : taskDescription

/** The load of the days from `at` on. */
const partOf = (load: Load | undefined, at: number, count: number): Load => ({
  hours: Array.from({ length: count }, (_, day) => load?.hours[at + day] ?? 0),
  long: load?.long ?? 0,
})

const DayBars = (props: Pick<CalendarProps, 'bars' | 'conflicting' | 'onOpen'>) =>
  props.bars.length === 0 ? <p className="t3">当天没有计划的工单</p> : <BarList {...props} />

/** The hours booked of a day against those of all people. */
function DayLoad({ booked, capacity }: { booked: number; capacity: number }) {
  const over = booked > capacity
  return (
    <span className={css.dayLoad} title={`计划 ${hoursText(booked)} h，人员共 ${capacity} h`}>
      <span className="bar" data-over={over ? '' : undefined}>
        <i style={{ width: `${Math.min(100, (booked / Math.max(1, capacity)) * 100)}%` }} />
      </span>
      <span className={over ? 'err' : undefined}>{hoursText(booked)} h</span>
    </span>
  )
}
