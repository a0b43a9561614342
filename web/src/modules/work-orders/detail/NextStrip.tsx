import { CircleArrowRight, CircleCheck, CircleX } from 'lucide-react'
import { isSubmittedHere, useField } from '../../../domain/field/field-store.ts'
import { formatNumber } from '../../../kit/format.ts'
import { useSession } from '../../../lib/session.ts'
import { nextStepOf } from '../next-step.ts'
import type { KnownOrder } from '../order.ts'
import css from './order-detail.module.css'

/** The next step and its person, and the current loss. */
export function NextStrip({ order }: { order: KnownOrder }) {
  const userId = useSession(({ user }) => user?.id ?? '')
  const isSubmitted = useField(({ book }) => isSubmittedHere(book, order.id))
  const Icon = order.flowSts === 4 ? CircleCheck : order.flowSts === 5 ? CircleX : CircleArrowRight
  return (
    <div className={order.flowSts >= 4 ? `${css.next} ${css.closed}` : css.next}>
      <Icon className="i" aria-hidden />
      {order.flowSts < 4 && <b className="nw">下一步</b>}
      <span className={`grow ${css.grow}`}>
        {isSubmitted
          ? '已在本机提交，有信号后送达'
          : (nextStepOf(order, userId) ?? <i className="sk" style={{ width: '50%' }} />)}
      </span>
      {order.flowSts < 4 && order.lossPower > 0 && (
        <span className="t2 nw">正在损失 {formatNumber(order.lossPower, 1)} kWh/h</span>
      )}
    </div>
  )
}
