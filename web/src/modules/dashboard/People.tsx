import type { Received } from '@heliodesk/contract/call.ts'
import { LOAD_LIMIT, type dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { formatNumber } from '../../kit/format.ts'
import { Bar } from './Bar.tsx'
import { ReadingCard, SkeletonRows } from '../../kit/ReadingCard.tsx'
import type { CardProps } from './links.ts'
import { Lead } from '../../kit/Lead.tsx'
import cardsCss from './cards.module.css'
import dashboardCss from './dashboard.module.css'

export type Load = Received<typeof dashboardCalls.people>

/** The workload of each person, and their free capacity. */
export const People = ({ reading, links }: CardProps<Load>) => (
  <ReadingCard
    className={`${cardsCss.people} ${dashboardCss.people}`}
    title="人员负荷"
    reading={reading}
    fact={() => `在手 / 上限 ${LOAD_LIMIT}`}
    tools={({ overloaded }) =>
      overloaded > 0 && <span className="tag err mla">{formatNumber(overloaded)} 人超限</span>
    }
    skeleton={<SkeletonRows rows={4} />}
  >
    {({ rows }) =>
      rows.length === 0 ? (
        <div className="empty">
          <b>还没有执行人</b>
          <span>范围内能执行工单的人和他们的在手工单会列在这里</span>
        </div>
      ) : (
        <ul>
          {rows.map((person) => (
            <li key={person.id}>
              <Person person={person} to={links.orders({ view: 'open', liableUserId: person.id })} />
            </li>
          ))}
        </ul>
      )
    }
  </ReadingCard>
)

function Person({ person, to }: { person: Load['rows'][number]; to: string | null }) {
  const { realname, openOrders } = person
  const room = LOAD_LIMIT - openOrders
  const tone = room < 0 ? 'err' : room <= LOAD_LIMIT / 4 ? 'undo' : 'exp'
  return (
    <Lead to={to} className={`li ${cardsCss.person}`}>
      <span className="av" aria-hidden>
        {realname.slice(-1)}
      </span>
      <span className={`ell ${cardsCss.name}`}>{realname}</span>
      <Bar share={Math.min(1, openOrders / LOAD_LIMIT)} broken={false} tone={tone} />
      <b className={room < 0 ? 'err' : undefined}>{formatNumber(openOrders)}</b>
      <span className={room < 0 ? `err s12 ${cardsCss.room}` : `t3 s12 ${cardsCss.room}`}>
        {room < 0 ? `超 ${formatNumber(-room)}` : `余 ${room}`}
      </span>
    </Lead>
  )
}
