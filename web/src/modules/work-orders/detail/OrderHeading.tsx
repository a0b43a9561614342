import { Timer } from 'lucide-react'
import { CopyText } from '../../../kit/CopyText.tsx'
import { formatNumber } from '../../../kit/format.ts'
import type { DetailHead } from '../../../kit/glimpse.tsx'
import { StatusTag } from '../../../kit/Status.tsx'
import type { Order } from '../order.ts'

/** The head of an order's drawer. */
export const orderHead = (order: Order): DetailHead => ({
  top: <OrderTop order={order} />,
  title: <OrderTitle order={order} />,
})

const OrderTop = ({ order }: { order: Order }) => (
  <>
    <span className="nw">{order.workCode}</span>
    <CopyText text={order.workCode} label="复制工单编号" />
    <span className="tag">{order.taskTypeLabel}</span>
  </>
)

const OrderTitle = ({ order }: { order: Order }) => (
  <>
    {order.taskDescription}
    <StatusTag status={order.flowSts} />
    {order.overHours !== null && order.flowSts < 4 && (
      <span className="tag lg err">
        <Timer className="i s" aria-hidden />
        超时 {formatNumber(order.overHours, 1)} h
      </span>
    )}
  </>
)
