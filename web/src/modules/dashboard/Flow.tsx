import { dashboardPeriods } from '@heliodesk/contract/dashboard.ts'
import { allStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import { StatusGlyph } from '../../kit/Status.tsx'
import { Bar } from './Bar.tsx'
import { ReadingCard, SkeletonRows } from '../../kit/ReadingCard.tsx'
import type { CardProps, Links } from './links.ts'
import { Lead } from '../../kit/Lead.tsx'
import { sharesOf } from '../../kit/chart/scale.ts'
import type { Overview } from './Strip.tsx'
import css from './cards.module.css'

const tones: Record<FlowStatus, string> = { 1: 'undo', 2: 'proc', 3: 'check', 4: 'ok', 5: 'stop' }

/** The number of orders by state: all open ones, and those closed in the period. */
export const Flow = ({ reading, links }: CardProps<Overview>) => (
  <ReadingCard
    className={css.flow}
    title="工单流转"
    reading={reading}
    fact={({ byStatus }) => `在办 ${formatNumber(byStatus[1] + byStatus[2] + byStatus[3])}`}
    tools={({ byStatus }) => (
      <Lead to={links.orders({})} className="more">
        累计 {formatNumber(Object.values(byStatus).reduce((sum, each) => sum + each, 0))}
      </Lead>
    )}
    skeleton={<SkeletonRows rows={5} className={css.flowRow} />}
  >
    {(overview) => <Rows overview={overview} links={links} />}
  </ReadingCard>
)

type RowsProps = { overview: Overview; links: Links }

function Rows({ overview: { byStatus, period, times }, links }: RowsProps) {
  const counts: Record<FlowStatus, number> = { ...byStatus, 4: period.finished, 5: period.terminated }
  const shares = sharesOf(allStatuses.map((status) => counts[status]))
  const closed = { flowEndTime: [period.begin, period.end] }
  return (
    <>
      <ul>
        {allStatuses.map((status, at) => (
          <li key={status}>
            <Lead
              to={links.orders({ view: `${status}`, ...(status >= 4 ? closed : {}) })}
              className={css.flowRow}
            >
              <span className={css.name}>
                <StatusGlyph status={status} />
                {status >= 4 && <span className="t3 s12">{dashboardPeriods[period.kind]}</span>}
              </span>
              <Bar {...shares[at]!} tone={tones[status]} />
              <b>{formatNumber(counts[status])}</b>
            </Lead>
          </li>
        ))}
      </ul>
      <p className={css.times} title="近 30 天验收的工单">
        <Mean name="响应" hours={times.recent.respondHours} />
        <Mean name="处理" hours={times.recent.repairHours} />
        <Mean name="验收" hours={times.recent.acceptHours} />
      </p>
    </>
  )
}

const Mean = ({ name, hours }: { name: string; hours: number | null }) => (
  <span>
    {name} <b>{hours === null ? EMPTY : `${formatNumber(hours, 1)} h`}</b>
  </span>
)
