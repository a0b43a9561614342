import type { Received } from '@heliodesk/contract/call.ts'
import { SHORT_LIST, type dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import { StatusGlyph } from '../../kit/Status.tsx'
import { Bar } from './Bar.tsx'
import { ReadingCard, SkeletonRows } from '../../kit/ReadingCard.tsx'
import type { CardProps } from './links.ts'
import { formatLate } from './due.ts'
import { Lead } from '../../kit/Lead.tsx'
import { sharesOf, type Share } from '../../kit/chart/scale.ts'
import cardsCss from './cards.module.css'
import dashboardCss from './dashboard.module.css'

type RankedOrders = Received<typeof dashboardCalls.ranking>
type RankedOrder = RankedOrders[number]

type RankingProps = CardProps<RankedOrders> & { phone: boolean }

/** The open orders that lose most and that are latest, by loss and then by delay. */
export function Ranking({ reading, links, phone }: RankingProps) {
  return (
    <ReadingCard
      title="超时与损失排行"
      reading={reading}
      fact={() => '损失最高与超时最久'}
      more={{ title: '在任务中心打开', to: links.orders({ view: 'open', sort: 'lossPower.desc' }) }}
      skeleton={<SkeletonRows rows={SHORT_LIST} />}
    >
      {(rows) => {
        if (rows.length === 0) return <NothingLate />
        const shares = sharesOf(rows.map(({ lossPower }) => lossPower))
        const to = ({ id }: RankedOrder) => links.orders({ view: 'open', sort: 'lossPower.desc', order: id })
        const Row = phone ? RankedCard : RankedRow
        return (
          <div className={cardsCss.ranking}>
            {!phone && (
              <div className={`${cardsCss.rank} ${cardsCss.head}`} aria-hidden>
                <span>#</span>
                <span>电站与缺陷</span>
                <span>超时</span>
                <span>损失 kWh/h</span>
              </div>
            )}
            <ol>
              {rows.map((order, at) => (
                <li key={order.id}>
                  <Row order={order} place={at + 1} share={shares[at]!} to={to(order)} />
                </li>
              ))}
            </ol>
          </div>
        )
      }}
    </ReadingCard>
  )
}

const NothingLate = () => (
  <div className="empty">
    <b>没有超时，也没有损失</b>
    <span>在办工单的损失和超时会按大小排在这里</span>
  </div>
)

type RowProps = { order: RankedOrder; place: number; share: Share; to: string | null }

function RankedRow({ order, place, share, to }: RowProps) {
  return (
    <Lead to={to} className={cardsCss.rank} title={`${order.psName} ${order.taskDescription}`}>
      <span className="t3">{place}</span>
      <span className={cardsCss.what}>
        <StatusGlyph status={order.flowSts} bare />
        <span className="nw">{order.psName}</span>
        <span className={`t3 ell ${cardsCss.ell}`}>{order.taskDescription}</span>
      </span>
      <Late hours={order.overHours} />
      <span className={cardsCss.loss}>
        <Bar {...share} tone="own" />
        <span>{order.lossPower > 0 ? formatNumber(order.lossPower, 1) : EMPTY}</span>
      </span>
    </Lead>
  )
}

function RankedCard({ order, share, to }: RowProps) {
  return (
    <Lead to={to} className={cardsCss.rankCard}>
      <span className={`${cardsCss.line} ${dashboardCss.line}`}>
        <StatusGlyph status={order.flowSts} />
        <span className="t3 ell">{order.psName}</span>
        <span className="mla">
          <Late hours={order.overHours} />
        </span>
      </span>
      <b>{order.taskDescription}</b>
      <span className={cardsCss.loss}>
        <Bar {...share} tone="own" />
        <span>{order.lossPower > 0 ? `${formatNumber(order.lossPower, 1)} kWh/h` : EMPTY}</span>
      </span>
    </Lead>
  )
}

const Late = ({ hours }: { hours: number | null }) =>
  hours === null ? (
    <span className="t3">{EMPTY}</span>
  ) : (
    <span className="err b nw">
      <span className="sr">超时 </span>
      {formatLate(hours)}
    </span>
  )
