import { calendarCalls, dayKinds, MOST_DAY_NAME, type SpecialDay } from '@heliodesk/contract/calendar.ts'
import { TextField } from '../../kit/fields/TextField.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { listOf, marked, named, type Days } from './days.ts'
import css from './calendar.module.css'

type DayPaneProps = {
  year: number
  days: Days
  chosen: readonly string[]
  /** Nobody has enabled this year. */
  isFirst: boolean
  onChange: (days: Days) => void
}

const kinds = { week: '按星期', ...dayKinds } as const

/** What the chosen days are, and what enabling the draft would move. */
export function DayPane({ year, days, chosen, isFirst, onChange }: DayPaneProps) {
  const [first] = chosen
  return (
    <aside className={css.side} aria-label="所选日期">
      {first === undefined ? (
        <p className="t3">
          点选日期后在这里设为放假、调休上班或公司自定；按住拖选一段，或按住 Shift 点到另一天。
        </p>
      ) : (
        <Chosen days={days} chosen={chosen} first={first} onChange={onChange} />
      )}
      <Impact year={year} days={days} isFirst={isFirst} />
    </aside>
  )
}

type ChosenProps = Pick<DayPaneProps, 'days' | 'chosen' | 'onChange'> & { first: string }

function Chosen({ days, chosen, first, onChange }: ChosenProps) {
  const entries = chosen.map((day) => days.get(day))
  const [known] = entries
  const isSame = entries.every((each) => each?.kind === known?.kind)
  const name = entries.find((each) => each?.name)?.name ?? ''
  const last = chosen.at(-1) ?? first
  return (
    <div className={css.chosen}>
      <h2>
        {first.slice(5)}
        {last !== first && ` 至 ${last.slice(5)}`}
        {chosen.length > 1 && <span className="t3"> {chosen.length} 天</span>}
      </h2>
      <Segments<keyof typeof kinds>
        label="类型"
        choices={kinds}
        // Nothing is pressed where the days differ.
        value={isSame ? (known?.kind ?? 'week') : ('' as 'week')}
        onChange={(kind) => onChange(marked(days, chosen, kind === 'week' ? null : kind, name))}
      />
      <TextField
        label="名称"
        value={name}
        maxLength={MOST_DAY_NAME}
        disabled={entries.every((each) => each === undefined)}
        placeholder={entries.every((each) => each === undefined) ? '先选择类型' : '例如 春节'}
        onChange={(typed) => onChange(named(days, chosen, typed))}
      />
    </div>
  )
}

/** Counts what would move by these days, as soon as nobody changes them any more. */
function Impact({ year, days, isFirst }: Pick<DayPaneProps, 'year' | 'days' | 'isFirst'>) {
  const list = useSettled(JSON.stringify(listOf(days)), ASKING_DEBOUNCE_MS)
  const preview = useCall(calendarCalls.preview, { year, days: JSON.parse(list) as SpecialDay[] })
  return (
    <section className={css.impact} aria-label="启用后会变的">
      <h2>启用后会变的</h2>
      <Reading read={preview} name="影响" height={72} keepsOld>
        {({ later, earlier, same, overdue }) => (
          <dl>
            <div>
              <dt>流程时限与定时</dt>
              <dd>
                {later + earlier === 0
                  ? same === 0
                    ? '没有按工作日计算的待办'
                    : `${formatNumber(same)} 个按工作日计算，都不变`
                  : [
                      later > 0 && `顺延 ${formatNumber(later)}`,
                      earlier > 0 && `提前 ${formatNumber(earlier)}`,
                      same > 0 && `照常 ${formatNumber(same)}`,
                    ]
                      .filter(Boolean)
                      .join('，')}
              </dd>
            </div>
            {overdue > 0 && (
              <div>
                <dt>会立即超期</dt>
                <dd className="err">{formatNumber(overdue)} 个</dd>
              </div>
            )}
          </dl>
        )}
      </Reading>
      {isFirst && <p className="t3">{year} 年还没有启用的日历，目前按周一至周五计算工作日。</p>}
    </section>
  )
}
