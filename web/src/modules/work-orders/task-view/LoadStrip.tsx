import { DAY_HOURS, hoursText, sumOf } from './load.ts'
import css from './gantt.module.css'

type LoadStripProps = {
  /** Booked of each of the days. */
  hours: readonly number[]
  days: readonly string[]
  restDays: readonly string[]
}

/** The hours booked of a person, against those of the working days, and each day as a cell. */
export function LoadStrip({ hours, days, restDays }: LoadStripProps) {
  const working = days.filter((day) => !restDays.includes(day)).length * DAY_HOURS
  const booked = sumOf(hours)
  const over = hours.filter((each) => each > DAY_HOURS).length
  const says = `计划 ${hoursText(booked)} / ${working} h${over > 0 ? `，${over} 天超过 ${DAY_HOURS} h` : ''}`
  return (
    <span className={css.load} title={says}>
      <span className="sr">{says}</span>
      <span className={over > 0 ? 'err b' : 't2'} aria-hidden>
        {hoursText(booked)} / {working} h
      </span>
      <span className={css.cells} aria-hidden>
        {hours.map((each, at) => (
          <i key={days[at]} data-load={levelOf(each)} title={`${days[at]!.slice(5)} ${hoursText(each)} h`} />
        ))}
      </span>
    </span>
  )
}

/** From 0 for a free day to 3 for a whole one; 4 is more than that. */
export const levelOf = (hours: number): number => (hours > DAY_HOURS ? 4 : Math.ceil((hours / DAY_HOURS) * 3))
