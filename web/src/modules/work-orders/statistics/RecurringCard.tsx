import type { Span } from '@heliodesk/contract/days.ts'
import { RECURRING_FAULT } from '@heliodesk/contract/order-statistics.ts'
import { Lead } from '../../../kit/Lead.tsx'
import { formatNumber, EMPTY } from '../../../kit/format.ts'
import { ReadingCard, SkeletonRows, type Reading } from '../../../kit/ReadingCard.tsx'
import { placeIn, spanTitle, type Recurring } from './statistics.ts'
import css from './statistics.module.css'

const TITLE = '重复故障'

type RecurringRow = Recurring['rows'][number]

type RecurringCardProps = {
  reading: Reading<Recurring>
  span: Span
  today: string
  linkOf: (row: RecurringRow) => string | null
}

/** Devices that fail again and again, each with the days on which it did. */
export const RecurringCard = ({ reading, span, today, linkOf }: RecurringCardProps) => (
  <ReadingCard
    className={css.recurring}
    title={TITLE}
    reading={reading}
    fact={() => `同一设备 ${RECURRING_FAULT.days} 天内同一子类 ≥ ${RECURRING_FAULT.orders} 次`}
    tools={({ total }) => total > 0 && <span className="mla t3 s12">共 {formatNumber(total)} 台</span>}
    skeleton={<SkeletonRows rows={5} />}
  >
    {({ rows, total }) =>
      rows.length === 0 ? (
        <div className="empty">
          <b>没有重复发生的故障</b>
          <span>
            同一设备在 {RECURRING_FAULT.days} 天内因同一子类报出 {RECURRING_FAULT.orders} 次时列在这里
          </span>
        </div>
      ) : (
        <div className={css.ranked} role="region" aria-label="重复故障的设备" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">设备</th>
                <th scope="col">次数</th>
                <th scope="col">{spanTitle(span, today)}</th>
                <th scope="col">子类</th>
                <th scope="col">损失 kWh</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.deviceId} ${row.subclass}`}>
                  <th scope="row">
                    <Lead to={linkOf(row)} className="ell" title={row.deviceName}>
                      {row.deviceName}
                    </Lead>
                    <small className="t3 ell">{row.psName}</small>
                  </th>
                  <td>
                    <b>{formatNumber(row.times.length)}</b>
                  </td>
                  <td>
                    <Times times={row.times} span={span} />
                  </td>
                  <td>{row.subclass ?? EMPTY}</td>
                  <td>{row.lostKwh > 0 ? formatNumber(row.lostKwh) : EMPTY}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {total > rows.length && (
            <p className="t3 s12">只列出次数最多的 {formatNumber(rows.length)} 台，可按电站或部门缩小范围</p>
          )}
        </div>
      )
    }
  </ReadingCard>
)

function Times({ times, span }: { times: readonly string[]; span: Span }) {
  const days = times.map((time) => time.slice(5, 10)).join('、')
  return (
    <span className={css.days} role="img" aria-label={days} title={days}>
      {times.map((time, at) => (
        <i
          key={at}
          className={at === times.length - 1 ? css.last : undefined}
          style={{ left: `${placeIn(span, time) * 100}%` }}
        />
      ))}
    </span>
  )
}
