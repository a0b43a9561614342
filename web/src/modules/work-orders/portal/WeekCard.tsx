import { DAY_HOURS } from '@heliodesk/contract/work-portal.ts'
import { formatNumber, formatWeekday } from '../../../kit/format.ts'
import type { Statistics } from './portal.ts'
import css from './portal.module.css'

type WeekCardProps = { week: Statistics['week']; today: string; team: boolean }

/** The hours of each day of this week as they were reported. */
export function WeekCard({ week: { days }, today, team }: WeekCardProps) {
  const most = Math.max(DAY_HOURS, ...days.map(({ hours }) => hours))
  const share = (hours: number) => `${(hours / most) * 100}%`
  return (
    <section className={`card ${css.week}`} aria-label="本周工时">
      <header>
        <h2>{team ? '班组本周工时' : '本周工时'}</h2>
        <span className="t3 s12">{team ? '按人时' : `上限 ${DAY_HOURS} h / 天`}</span>
      </header>
      <ul>
        {days.map(({ day, hours }) => {
          const isToday = day === today.slice(0, 10)
          return (
            <li key={day} className={isToday ? css.today : undefined}>
              <span className={css.column}>
                {!team && <i className={css.limit} style={{ bottom: share(DAY_HOURS) }} aria-hidden />}
                {hours > 0 && <span className={css.hoursOf}>{formatNumber(hours, 1)}</span>}
                <i
                  className={!team && hours > DAY_HOURS ? `${css.bar} ${css.over}` : css.bar}
                  style={{ height: share(hours) }}
                  aria-hidden
                />
              </span>
              <span>
                {formatWeekday(day)}
                <span className="sr"> {formatNumber(hours, 1)} 小时</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
