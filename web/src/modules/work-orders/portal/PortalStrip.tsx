import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { WEEK_HOURS } from '@heliodesk/contract/work-portal.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../../kit/format.ts'
import { useLate } from '../../../kit/use-late.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { formatDue } from '../hall/hall-rows.ts'
import type { Statistics } from './portal.ts'
import { StripSkeleton } from '../../../kit/StripSkeleton.tsx'
import '../../../kit/strip.css'
import css from './portal.module.css'

type PortalStripProps = { statistics: Statistics | undefined; team: boolean }

/** The counts of the day; each leads to the list that it counts. Only what the user may do has a cell. */
export function PortalStrip({ statistics, team }: PortalStripProps) {
  const { data: approvals } = useCall(approvalCalls.counts, {}, { enabled: !team })
  const pages = useGrants((grants) => grants.pages)
  const late = useLate(statistics === undefined)
  if (statistics === undefined) return <StripSkeleton cells={5} shown={late} />
  const { at, mine, overdue, toCheck, toAssign, toClaim, week } = statistics
  const orders = (query: Parameters<typeof paths.orders.to>[0]) =>
    pages.includes(paths.orders.path) ? paths.orders.to(query) : null
  const hall = pages.includes(paths.orderHall.path) ? paths.orderHall.to({}) : null
  return (
    <dl className={`strip ${css.strip}`}>
      <Cell
        name={team ? '班组在办' : '我负责的'}
        value={mine.orders}
        to={orders({ view: team ? 'open' : 'mine' })}
        note={
          <>
            今天到期 <b>{formatNumber(mine.dueToday)}</b>
          </>
        }
      />
      <Cell
        name="超时"
        value={overdue.orders}
        bad={overdue.orders > 0}
        to={orders(overdue.inScope ? { view: 'overdue' } : { view: 'mine', sort: 'overHours.desc' })}
        note={
          overdue.longestHours === null ? (
            '没有超时'
          ) : (
            <>
              最长 <b className="err">{formatLate(overdue.longestHours)}</b>
            </>
          )
        }
      />
      {toCheck && (
        <Cell
          name="待我验收"
          value={toCheck.orders}
          to={orders({ view: '3' })}
          note={
            toCheck.earliest ? `最早 ${formatDue(toCheck.earliest, at.slice(0, 10))} 提交` : '没有提交的工单'
          }
        />
      )}
      {toAssign && (
        <Cell name="待我指派" value={toAssign.orders} to={orders({ view: '1' })} note={lossNote(toAssign)} />
      )}
      {toClaim && !toAssign && (
        <Cell name="可接单" value={toClaim.orders} to={hall} note={lossNote(toClaim)} />
      )}
      {approvals && !team && (
        <Cell
          name="流程待办"
          value={approvals.todo}
          unit="项"
          to={paths.ownFlows.to({})}
          note={approvals.soon > 0 ? `${formatNumber(approvals.soon)} 项将到期` : '没有将到期的'}
        />
      )}
      <Cell
        name={team ? '班组本周工时' : '本周工时'}
        value={week.hours}
        digits={1}
        unit={team ? 'h' : `/ ${WEEK_HOURS} h`}
        to={null}
        note={
          team
            ? '按人时合计'
            : week.hours > WEEK_HOURS
              ? `超 ${formatNumber(week.hours - WEEK_HOURS, 1)} h`
              : `还可排 ${formatNumber(WEEK_HOURS - week.hours, 1)} h`
        }
      />
    </dl>
  )
}

const lossNote = ({ lossPower }: { lossPower: number }) =>
  lossPower > 0 ? (
    <>
      损失 <b>{formatNumber(lossPower, 1)}</b> kWh/h
    </>
  ) : (
    '没有损失'
  )

/** Hours, or days for long delays. */
export const formatLate = (hours: number): string =>
  hours < 100 ? `${formatNumber(hours, 1)} h` : `${formatNumber(hours / 24)} 天`

type CellProps = {
  name: string
  value: number
  digits?: 0 | 1
  unit?: string
  bad?: boolean
  to: string | null
  note: ReactNode
}

function Cell({ name, value, digits = 0, unit = '单', bad = false, to, note }: CellProps) {
  const text = formatNumber(value, digits)
  const shown = (
    <>
      <span className={bad ? 'err' : undefined}>{text}</span>
      <span className="unit">{unit}</span>
    </>
  )
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {to === null ? (
          shown
        ) : (
          <Link to={to} className={css.cover} aria-label={`${name} ${text} ${unit}`}>
            {shown}
          </Link>
        )}
        <small>{note}</small>
      </dd>
    </div>
  )
}
