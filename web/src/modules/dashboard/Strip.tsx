import type { Received } from '@heliodesk/contract/call.ts'
import { dashboardPeriods, type dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import type { ReactNode } from 'react'
import { Spark } from '../../kit/chart/Spark.tsx'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import type { CardProps } from './links.ts'
import { formatLate } from './due.ts'
import { Lead } from '../../kit/Lead.tsx'
import '../../kit/strip.css'
import css from './dashboard.module.css'

export type Overview = Received<typeof dashboardCalls.overview>

/** Six key figures of the day; each links to the records it counts. */
export function Strip({ reading, links }: CardProps<Overview>) {
  const { data, error, isPlaceholderData, refetch } = reading
  const late = useLate(data === undefined && error === null)
  if (data === undefined) {
    if (error) return <ErrorStrip title="概览没有取到" error={error} onRetry={() => void refetch()} />
    return <StripSkeleton shown={late} />
  }
  const { stations, overdue, loss, times, days } = data
  const { kind, begin, end, created, finished, terminated } = data.period
  const recent = { flowEndTime: [days[0]!.day, days.at(-1)!.day] }
  const name = dashboardPeriods[kind]
  return (
    <dl className={`strip ${css.figures} ${isPlaceholderData ? css.old : ''}`}>
      <Metric
        name="在维电站"
        value={formatNumber(stations.inService)}
        unit="座"
        to={links.stations({ maintenanceStatus: '1' })}
        note={
          <>
            <b>{formatNumber(stations.capacityKwp / 1000, 1)}</b> MW
            {stations.retired > 0 && ` · 退场 ${formatNumber(stations.retired)} 座`}
          </>
        }
      />
      <Metric
        name={`${name}新建`}
        value={formatNumber(created)}
        unit="单"
        to={links.orders({ createTime: [begin, end] })}
        note={`近 30 天日均 ${formatNumber(meanOf(days, 'created'), 1)}`}
        course={days.map((day) => day.created)}
      />
      <Metric
        name={`${name}完成`}
        value={formatNumber(finished)}
        unit="单"
        to={links.orders({ view: '4', flowEndTime: [begin, end] })}
        note={
          terminated > 0
            ? `另有 ${formatNumber(terminated)} 单终止`
            : `近 30 天日均 ${formatNumber(meanOf(days, 'finished'), 1)}`
        }
        course={days.map((day) => day.finished)}
      />
      <Metric
        name="超时工单"
        value={formatNumber(overdue.orders)}
        unit="单"
        to={links.orders({ view: 'overdue' })}
        note={
          overdue.longestHours === null ? (
            <b className="ok">没有超时</b>
          ) : (
            <>
              最长 <b className="err">{formatLate(overdue.longestHours)}</b>
            </>
          )
        }
      />
      <Metric
        name="损失"
        value={formatNumber(loss.lossPower, loss.lossPower < 1000 ? 1 : 0)}
        unit="kWh/h"
        to={links.orders({ view: 'open', sort: 'lossPower.desc' })}
        note={
          loss.orders === 0 ? <b className="ok">没有损失</b> : `在办 ${formatNumber(loss.orders)} 单有损失`
        }
      />
      <Metric
        name="平均修复"
        value={repairOf(times.recent) === null ? EMPTY : formatNumber(repairOf(times.recent)!, 1)}
        unit="h"
        to={links.orders({ view: '4', ...recent })}
        note={<Change now={repairOf(times.recent)} before={repairOf(times.before)} />}
      />
    </dl>
  )
}

/** The time from the report to the hand-in. */
const repairOf = ({ respondHours, repairHours }: Overview['times']['recent']) =>
  respondHours === null || repairHours === null ? null : respondHours + repairHours

const meanOf = (days: Overview['days'], name: 'created' | 'finished') =>
  days.reduce((sum, day) => sum + day[name], 0) / days.length

function Change({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null) return '近 30 天'
  const change = Math.round((now - before) * 10) / 10
  if (change === 0) return '与前 30 天持平'
  const sign = change > 0 ? '+' : '−'
  return (
    <>
      较前 30 天{' '}
      <b className={change > 0 ? 'err' : 'ok'}>
        {sign}
        {formatNumber(Math.abs(change), 1)} h
      </b>
    </>
  )
}

type MetricProps = {
  name: string
  value: string
  unit: string
  to: string | null
  note: ReactNode
  /** Drawn beside the number. */
  course?: readonly number[]
}

function Metric({ name, value, unit, to, note, course }: MetricProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Lead to={to} className={css.cover} label={`${name} ${value} ${unit}`}>
          {value} <span className="unit">{unit}</span>
        </Lead>
        <small>{note}</small>
        {course && (
          <span className={css.spark}>
            <Spark values={course} />
          </span>
        )}
      </dd>
    </div>
  )
}

function StripSkeleton({ shown }: { shown: boolean }) {
  return (
    <div className={`strip ${css.figures}`} aria-hidden>
      {Array.from({ length: 6 }, (_cell, at) => (
        <div key={at} className={css.loading}>
          {shown && (
            <>
              <span className="sk" style={{ width: 56 }} />
              <span className={`sk ${css.value}`} style={{ width: 84 }} />
              <span className="sk" style={{ width: 96 }} />
            </>
          )}
        </div>
      ))}
    </div>
  )
}
