import { formatNumber } from '../../../kit/format.ts'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { gathered } from './groups.ts'
import { dayTitle } from './period.ts'
import { dayOf, planOf, planText, type OrderBar } from './plan-time.ts'
import css from './task-view.module.css'

type AgendaProps = {
  bars: readonly OrderBar[]
  /** What began before is listed on this day. */
  begin: string
  conflicting: ReadonlySet<string>
  onOpen: (id: string) => void
}

/** Planned orders one below the other, by the day on which they begin. */
export function Agenda({ bars, begin, conflicting, onOpen }: AgendaProps) {
  const byDay = gathered(bars, (bar) => {
    const day = dayOf(planOf(bar).start)
    return [day < begin ? begin : day]
  })
  return (
    <div className={css.agenda}>
      {[...byDay].map(([day, own]) => (
        <section key={day} aria-label={dayTitle(day)}>
          <h2>
            {dayTitle(day)} <span className="t3">{own.length} 单</span>
          </h2>
          <BarList bars={own} conflicting={conflicting} onOpen={onOpen} />
        </section>
      ))}
    </div>
  )
}

/** Orders with their place, time and person; each opens its order. */
export const BarList = ({ bars, conflicting, onOpen }: Omit<AgendaProps, 'begin'>) => (
  <ul className={css.barList}>
    {bars.map((bar) => (
      <li key={bar.id}>
        <button type="button" onClick={() => onOpen(bar.id)}>
          <span className={css.barLine}>
            <StatusGlyph status={bar.flowSts} bare />
            <b className="ell">{bar.taskDescription}</b>
            {conflicting.has(bar.id) && <span className="tag err">冲突</span>}
            {bar.overHours !== null && bar.flowSts < 4 && (
              <span className="tag err">超 {formatNumber(bar.overHours, 1)} h</span>
            )}
          </span>
          <span className="t2 s12">{planText(planOf(bar))}</span>
          <span className="t3 s12 ell">
            {bar.psName} · {bar.liablePerson ?? '未指派'}
          </span>
        </button>
      </li>
    ))}
  </ul>
)
