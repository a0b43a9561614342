import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { measures } from '@heliodesk/contract/cycle-conditions.ts'
import { inTenThousands } from '@heliodesk/contract/cycle-words.ts'
import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { formatWeekday } from '../../kit/format.ts'
import { useCall } from '../../lib/queries.ts'
import css from './cycles.module.css'

type Preview = Received<typeof inspectionCycleCalls.preview>
type Due = Preview['dues'][number]

const causes = { energy: '电量先到', hours: '运行小时先到', alarms: '告警先到', days: '天数先到' } as const

/** The next six times of a cycle as it is being edited, and where a cycle by conditions stands. */
export function CyclePreview({ asked }: { asked: Sent<typeof inspectionCycleCalls.preview> | null }) {
  const { data, error } = useCall(inspectionCycleCalls.preview, asked ?? EMPTY, { enabled: asked !== null })
  if (!asked || !data) return error ? <p className="t2">{error.message}</p> : null
  const { dues, standing } = data
  return (
    <section className={css.preview} aria-label="推算的 6 期">
      {standing && <Standing standing={standing} />}
      <h3>推算的 {dues.length} 期</h3>
      {dues.length === 0 ? (
        <p className="t2">{standing ? '测得的数据还不够推算' : '没有计划在用时不能推算'}</p>
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

type Standing_ = NonNullable<Preview['standing']>
type Count = Standing_['counts'][number]

const ways = {
  energy: '电量按近 3 年同月日均推算',
  hours: '运行小时按近 28 天测得的日均推算，没有数据的时段不计',
  alarms: '告警按近 90 天推算，提示级不计；实际达到次数才生成工单',
} as const

/** What was counted since the last time, and how far it goes to what is due, as it was measured and as it is expected. */
function Standing({ standing }: { standing: Standing_ }) {
  const { psName, deviceCount, last, isFirst, course, today, counts } = standing
  const most = Math.max(1, ...course.map(({ share }) => share))
  const at = (index: number) => (course.length < 2 ? 0 : (index / (course.length - 1)) * 300)
  const high = (value: number) => 95 - (value / most) * 85
  const points = (part: typeof course, from: number) =>
    part.map((each, index) => `${at(from + index)},${high(each.share)}`).join(' ')
  const split = course.findIndex(({ day }) => day > today)
  const known = split < 0 ? course : course.slice(0, split)
  return (
    <>
      <h3>现在走到哪里</h3>
      <p className="t2">
        {psName}
        {deviceCount !== null && ` ${deviceCount} 台设备`}，{isFirst ? '起算' : '上次'} {last}
      </p>
      <ul className={css.counts}>
        {counts.map((count) => (
          <li key={count.measure}>
            <b>
              {measures[count.measure].title} {amountOf(count, count.counted)} /{' '}
              {amountOf(count, count.limit)} {measures[count.measure].unit}
            </b>
            <small className="t2">{noteOfCount(count)}</small>
          </li>
        ))}
      </ul>
      {counts.length > 0 && course.length > 1 && (
        <svg className={css.course} viewBox="0 0 300 100" preserveAspectRatio="none" aria-hidden>
          <line x1="0" x2="300" y1={high(1)} y2={high(1)} />
          <polyline points={points(known, 0)} />
          <polyline
            data-estimate
            points={points(course.slice(Math.max(0, known.length - 1)), Math.max(0, known.length - 1))}
          />
        </svg>
      )}
      <p className="t3">{[...counts.map(({ measure }) => ways[measure]), '每天重算'].join('；')}</p>
    </>
  )
}

/** 1,110.5 万 kWh, 512.5 hours, 3 alarms; a mean of alarms has decimals. */
function amountOf({ measure }: Count, value: number): string {
  if (measure === 'energy')
    return inTenThousands(value < 10_000 ? Math.round(value) : Math.round(value / 1000) * 1000)
  return value.toLocaleString('en', { maximumFractionDigits: measure === 'hours' ? 1 : 2 })
}

function noteOfCount(count: Count): string {
  const { measure, daily, missing } = count
  const notes = [
    daily === null ? '数据还不够推算' : `日均 ${amountOf(count, daily)} ${measures[measure].unit}`,
    missing > 0 && (measure === 'energy' ? `${missing} 天按推算计` : `${missing} 天数据不全`),
  ]
  return notes.filter(Boolean).join('，')
}
