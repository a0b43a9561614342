import { dayKinds } from '@heliodesk/contract/calendar.ts'
import { memo, useRef, type KeyboardEvent } from 'react'
import { companyNow } from '../../lib/company-time.ts'
import { isWorking, monthOf, rangeOf, weekdayOf, type Days } from './days.ts'
import css from './calendar.module.css'

const WEEK = ['一', '二', '三', '四', '五', '六', '日']
const ARROWS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
])

type YearGridProps = {
  year: number
  days: Days
  /** In their order. */
  chosen: readonly string[]
  onChoose: (days: string[]) => void
}

/** The twelve months of a year. A press chooses a day; a drag, or a press with Shift, a range. */
export function YearGrid({ year, days, chosen, onChoose }: YearGridProps) {
  const from = useRef<string | null>(null)
  const all = chosen.length > 0 ? new Set(chosen) : null
  const focused = chosen.at(-1) ?? `${year}-01-01`
  const choose = (day: string, ranged: boolean) => {
    const start = ranged ? (from.current ?? chosen[0] ?? day) : day
    from.current = start
    onChoose(rangeOf(start, day))
  }
  const dayAt = (target: EventTarget) =>
    (target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset.day ?? null
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const day = dayAt(event.target)
    const step = ARROWS.get(event.key)
    if (day === null || step === undefined) return
    event.preventDefault()
    const to = new Date(Date.parse(`${day}T00:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10)
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-day="${to}"]`)
    if (!next) return
    choose(to, event.shiftKey)
    next.focus()
  }
  return (
    <div
      className={css.months}
      onPointerDown={(event) => {
        const day = dayAt(event.target)
        if (day === null || event.button !== 0 || event.pointerType === 'touch') return
        choose(day, event.shiftKey)
      }}
      onPointerOver={(event) => {
        const day = dayAt(event.target)
        if (day !== null && event.buttons === 1 && event.pointerType === 'mouse') choose(day, true)
      }}
      onClick={(event) => {
        const day = dayAt(event.target)
        // Fingers, and keys.
        const { pointerType } = event.nativeEvent as PointerEvent
        if (day !== null && pointerType !== 'mouse') choose(day, event.shiftKey)
      }}
      onKeyDown={onKey}
      role="presentation"
    >
      {Array.from({ length: 12 }, (_each, at) => (
        <Month key={at} year={year} month={at + 1} days={days} chosen={all} focused={focused} />
      ))}
    </div>
  )
}

type MonthProps = {
  year: number
  month: number
  days: Days
  chosen: ReadonlySet<string> | null
  /** The one that the Tab key comes to. */
  focused: string
}

const Month = memo(function Month({ year, month, days, chosen, focused }: MonthProps) {
  const all = monthOf(year, month)
  const today = companyNow().format('YYYY-MM-DD')
  return (
    <section className={css.month} aria-label={`${year} 年 ${month} 月`}>
      <h2>
        {month} 月 <span className="t3">{all.filter((day) => isWorking(days, day)).length} 个工作日</span>
      </h2>
      <div className={css.week} aria-hidden>
        {WEEK.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <div className={css.days}>
        {all.map((day, at) => {
          const special = days.get(day)
          const weekday = weekdayOf(day)
          const what = special ? `${dayKinds[special.kind]}${special.name && ` ${special.name}`}` : null
          return (
            <button
              key={day}
              type="button"
              data-day={day}
              data-kind={special?.kind ?? (weekday > 4 ? 'weekend' : undefined)}
              data-today={day === today || undefined}
              style={at === 0 ? { gridColumnStart: weekday + 1 } : undefined}
              tabIndex={day === focused ? 0 : -1}
              aria-pressed={chosen?.has(day) ?? false}
              aria-label={[`${year} 年 ${month} 月 ${Number(day.slice(8))} 日 星期${WEEK[weekday]}`, what]
                .filter(Boolean)
                .join('，')}
              title={what ?? undefined}
            >
              {Number(day.slice(8))}
            </button>
          )
        })}
      </div>
    </section>
  )
})
