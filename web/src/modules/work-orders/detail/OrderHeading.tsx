import { Timer } from 'lucide-react'
import { CopyText } from '../../../kit/CopyText.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { StatusTag } from '../../../kit/Status.tsx'
import type { OrderDetail } from '../order.ts'
import css from './order-detail.module.css'

export const OrderTop = ({ order }: { order: OrderDetail }) => (
  <>
    <span className="nw">{order.workCode}</span>
    <CopyText text={order.workCode} label="复制工单编号" />
    <span className="tag">{order.taskTypeLabel}</span>
  </>
)

export const OrderTitle = ({ order }: { order: OrderDetail }) => (
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

export const DetailSkeleton = () => (
  <div className={css.detailSkeleton} role="status" aria-label="正在加载">
    {[0, 1, 2].map((section) => (
      <div key={section} className="sec detail-layout">
        <i className="sk" style={{ width: 96, height: 14 }} />
        <div className="kv">
          {Array.from({ length: 6 }, (_each, index) => (
            <i key={index} className="sk" style={{ width: `${60 + (index % 3) * 12}%`, margin: '6px 0' }} />
          ))}
        </div>
      </div>
    ))}
  </div>
)
