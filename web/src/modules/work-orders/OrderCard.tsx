import { Clock, ListChecks, Sun, UserRound, Zap } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber, formatTime } from '../../kit/format.ts'
import { StatusGlyph } from '../../kit/Status.tsx'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { CardChoice } from '../../kit/page-table/CardChoice.tsx'
import { Facts, openHere } from '../../kit/page-table/RowCard.tsx'
import type { Order } from './order.ts'
import css from './order-list.module.css'

type OrderCardProps = {
  order: Order
  href: string
  onOpen: () => void
  chosen: boolean
  onChoose: () => void
  /** The user's next step, if any. */
  next: RowAction | undefined
  /** Only one filled button per screen. */
  first: boolean
}

/** The card of a work order, in the phone layout: subject, place, delay, loss, and one clear action. */
export function OrderCard({ order, href, onOpen, chosen, onChoose, next, first }: OrderCardProps) {
  return (
    <article className={`row-card ${css.orderCard}`}>
      <div className={css.top}>
        <CardChoice name={order.workCode} chosen={chosen} onChoose={onChoose} />
        <a className={css.body} href={href} onClick={openHere(onOpen)}>
          <span className={`line ${css.line}`}>
            <StatusGlyph status={order.flowSts} />
            <span className="t3">·</span>
            <span>{order.taskTypeLabel}</span>
            <Due order={order} />
          </span>
          <b>{order.taskDescription}</b>
          <Facts
            facts={[
              [Sun, '电站', order.psName],
              [UserRound, '负责人', order.liablePerson],
              [
                Zap,
                '损失',
                order.flowSts < 4 && order.lossPower > 0 && `${formatNumber(order.lossPower, 1)} kWh/h`,
              ],
            ]}
          />
        </a>
      </div>
      <div className={css.acts}>
        {next ? (
          <Button kind={first ? 'pri' : undefined} icon={next.icon} onClick={next.run}>
            {next.title}
          </Button>
        ) : (
          <Button icon={ListChecks} onClick={onOpen}>
            查看工单
          </Button>
        )}
      </div>
    </article>
  )
}

function Due({ order }: { order: Order }) {
  if (order.flowSts >= 4) return <span className="mla t3">{formatTime(order.flowEndTime)}</span>
  if (order.overHours !== null) {
    return <span className="tag err mla">超时 {formatNumber(order.overHours, 1)} h</span>
  }
  if (!order.planEndTime) return null
  return (
    <span className={`mla t3 ${css.due}`}>
      <Clock className="i s" aria-hidden />
      {formatTime(order.planEndTime)} 止
    </span>
  )
}
