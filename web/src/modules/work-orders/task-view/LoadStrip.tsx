import { hoursText, sumOf, type Limits, type Load } from './load.ts'
import css from './gantt.module.css'

type LoadStripProps = {
  load: Load
  days: readonly string[]
  restDays: readonly string[]
  limits: Limits
}

/** The hours booked of a person, against those of the working days, and each day as a cell. */
export function LoadStrip({ load: { hours, long }, days, restDays, limits }: LoadStripProps) {
  const { dayHours, bookingHours } = limits
  const working = days.filter((day) => !restDays.includes(day)).length * dayHours
  const over = hours.filter((each) => each > dayHours).length
  const says = [
    `计划 ${hoursText(sumOf(hours))} / ${working} h`,
    over > 0 && `${over} 天超过 ${dayHours} h`,
    long > 0 && `另有 ${long} 单超过 ${bookingHours} h 的计划不计工时`,
  ]
    .filter(Boolean)
    .join('，')
  return (
    <span className={css.load} title={says}>
      <span className="sr">{says}</span>
      <span className={sumOf(hours) > working ? 'err b' : 't2'} aria-hidden>
        {hoursText(sumOf(hours))} / {working} h
      </span>
      <span className={css.cells} aria-hidden>
        {hours.map((each, at) => (
          <i key={days[at]} data-load={levelOf(each, dayHours)} />
        ))}
      </span>
    </span>
  )
}

/** From 0 for a free day to 3 for a whole one; 4 is more than that. */
const levelOf = (hours: number, whole: number): number => (hours > whole ? 4 : Math.ceil((hours / whole) * 3))
