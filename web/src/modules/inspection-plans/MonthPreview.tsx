import type { Received } from '@heliodesk/contract/call.ts'
import { dayAfter, daysOf, mondayOf, monthsAfter } from '@heliodesk/contract/days.ts'
import type { inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import css from './plans.module.css'

export type Preview = Received<typeof inspectionPlanCalls.preview>

type MonthPreviewProps = {
  month: string
  preview: Preview | undefined
  legCount: number
  onMonth: (month: string) => void
}

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
])
const names = ['一', '二', '三', '四', '五', '六', '日']

/** A month with the due days of this plan and of others; the arrow keys move the day, Enter lists it. */
export function MonthPreview({ month, preview, legCount, onMonth }: MonthPreviewProps) {
  const first = `${month}-01`
  const begin = mondayOf(first)
  const last = dayAfter(monthsAfter(first, 1), -1)
  const days = daysOf({ begin, end: dayAfter(mondayOf(last), 6) })
  const [at, setAt] = useState(first)
  const [listed, setListed] = useState<string | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const current = days.includes(at) ? at : first
  const onKey = (event: KeyboardEvent) => {
    const by = steps.get(event.key)
    if (by === undefined) return
    event.preventDefault()
    const next = dayAfter(current, by)
    if (!days.includes(next)) return
    setAt(next)
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  const step = (by: number) => onMonth(monthsAfter(first, by).slice(0, 7))
  const dueOn = new Map(preview?.dues.map((due) => [due.day, due]))
  const off = new Map(preview?.daysOff.map(({ day, name }) => [day, name]))
  const orders = new Map(preview?.orders.map(({ day, count }) => [day, count]))
  const others = new Map<string, Preview['others']>()
  for (const other of preview?.others ?? []) others.set(other.day, [...(others.get(other.day) ?? []), other])
  return (
    <section aria-label={`${month} 的安排`}>
      <header className={css.monthHead}>
        <h2>
          {Number(month.slice(0, 4))} 年 {Number(month.slice(5))} 月
        </h2>
        <IconButton icon={ChevronLeft} label="上个月" onClick={() => step(-1)} />
        <IconButton icon={ChevronRight} label="下个月" onClick={() => step(1)} />
        <span className="t2">右上为当日本站工单数 · 本计划 {(preview?.dues.length ?? 0) * legCount} 张</span>
      </header>
      <div className={css.month} role="grid" tabIndex={-1} aria-label={month} ref={grid} onKeyDown={onKey}>
        <div role="row" className={css.week}>
          {names.map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
        {Array.from({ length: days.length / 7 }, (_, week) => (
          <div key={days[week * 7]} role="row" className={css.week}>
            {days.slice(week * 7, week * 7 + 7).map((day) => {
              const due = dueOn.get(day)
              const rest = others.get(day) ?? []
              const holiday = off.get(day)
              const isMoved = due !== undefined && due.day !== due.nominal
              return (
                <div
                  key={day}
                  role="gridcell"
                  tabIndex={day === current ? 0 : -1}
                  data-day={day}
                  data-outside={day.startsWith(month) ? undefined : ''}
                  data-off={holiday === undefined ? undefined : ''}
                  data-holiday={holiday ? '' : undefined}
                  onFocus={() => setAt(day)}
                  onClick={() => setListed(day)}
                  onKeyDown={(event) => event.key === 'Enter' && setListed(day)}
                >
                  <span className="sr">{day}</span>
                  <span className={css.date}>
                    {day.startsWith(month) ? Number(day.slice(8)) : day.slice(5)}
                    <small>{orders.get(day) ?? ''}</small>
                  </span>
                  {due && (
                    <b data-moved={isMoved ? '' : undefined}>
                      {isMoved
                        ? `${Number(due.nominal.slice(8))} 日${due.day > due.nominal ? '顺延' : '提前'}`
                        : '本计划'}
                      {legCount > 1 && ` ${legCount} 张`}
                    </b>
                  )}
                  {rest.length > 0 && (
                    <i title={rest.map(({ planName }) => planName).join('、')}>
                      {rest.length === 1 ? rest[0]?.planName : `其他 ${rest.length} 个`}
                    </i>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {listed && (
        <p className="t2" role="status">
          {listed}：
          {[
            ...(dueOn.has(listed) ? [`本计划 ${legCount} 张`] : []),
            ...(others.get(listed) ?? []).map(({ planName, count }) => `${planName} ${count} 张`),
          ].join('、') || '没有到期的计划'}
        </p>
      )}
    </section>
  )
}
