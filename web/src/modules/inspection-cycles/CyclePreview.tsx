import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { inTenThousands } from '@heliodesk/contract/cycle-words.ts'
import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { formatWeekday } from '../../kit/format.ts'
import { useCall } from '../../lib/queries.ts'
import css from './cycles.module.css'

type Preview = Received<typeof inspectionCycleCalls.preview>
type Due = Preview['dues'][number]

const causes = { energy: '电量先到', days: '天数先到' } as const

/** The next six times of a cycle as it is being edited, and where a cycle by conditions stands. */
export function CyclePreview({ asked }: { asked: Sent<typeof inspectionCycleCalls.preview> | null }) {
  const { data, error } = useCall(inspectionCycleCalls.preview, asked ?? EMPTY, { enabled: asked !== null })
  if (!asked || !data) return error ? <p className="t2">{error.message}</p> : null
  const { dues, standing } = data
  return (
    <section className={css.preview} aria-label="推算的 6 期">
      {standing && <Standing standing={standing} kwh={asked.rule.condition?.kwh ?? null} />}
      <h3>推算的 {dues.length} 期</h3>
      {dues.length === 0 ? (
        <p className="t2">选择电站后按其发电量推算，没有计划在用时不能预告</p>
      ) : (
        <ol className={css.dues}>
          {dues.map((due) => (
            <li key={due.day}>
              <b>
                {due.isEstimate && '约 '}
                {due.day} {formatWeekday(due.day)}
              </b>
              <small className={due.day === due.nominal ? 't2' : css.moved}>{noteOf(due)}</small>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const EMPTY = {
  rule: { calendar: { every: 'day' } },
  beginTime: '08:00',
  endTime: '18:00',
  holidays: 'keep',
  leadDays: 0,
  deadlineDays: 0,
  catchUp: 'latest',
} as const

function noteOf({ day, nominal, by }: Due): string {
  if (day !== nominal) return `${nominal.slice(5)} ${day > nominal ? '顺延' : '提前'}`
  return by ? causes[by] : '照常'
}

/** The count of energy since the last time, as it was measured and as it is expected. */
function Standing({ standing, kwh }: { standing: NonNullable<Preview['standing']>; kwh: number | null }) {
  const { psName, last, course, today, counted, daily } = standing
  const most = Math.max(kwh ?? 0, ...course.map((each) => each.kwh), 1)
  const at = (index: number) => (course.length < 2 ? 0 : (index / (course.length - 1)) * 300)
  const high = (value: number) => 95 - (value / most) * 85
  const points = (part: typeof course, from: number) =>
    part.map((each, index) => `${at(from + index)},${high(each.kwh)}`).join(' ')
  const split = course.findIndex(({ day }) => day > today)
  const known = split < 0 ? course : course.slice(0, split)
  return (
    <>
      <h3>现在走到哪里</h3>
      <p className="t2">
        {psName}，上次 {last}；今天 {inTenThousands(Math.round(counted))} kWh
        {daily !== null && `，日均 ${inTenThousands(Math.round(daily))} kWh`}
      </p>
      {kwh !== null && course.length > 1 && (
        <svg className={css.course} viewBox="0 0 300 100" preserveAspectRatio="none" aria-hidden>
          <line x1="0" x2="300" y1={high(kwh)} y2={high(kwh)} />
          <polyline points={points(known, 0)} />
          <polyline
            data-estimate
            points={points(course.slice(Math.max(0, known.length - 1)), Math.max(0, known.length - 1))}
          />
        </svg>
      )}
      <p className="t3">电量按近 3 年同月日均推算，每天重算</p>
    </>
  )
}
