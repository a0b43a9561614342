import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { CircleCheck, FilePen, LockKeyhole } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { ErrorStrip } from '../../../kit/States.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { go } from '../../../lib/location.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { KnownOrder } from '../order.ts'
import { neededTicket } from './order-tickets.ts'
import css from '../detail/order-detail.module.css'

/** Opens a ticket for the order, where it needs one. */
export const OpenTicket = ({ order, size }: { order: KnownOrder; size?: 'sm' }) =>
  neededTicket(order) !== null && (
    <Button
      size={size}
      icon={FilePen}
      code="ticket:create"
      onClick={() => go(paths.tickets.to({ act: 'add', order: order.id }))}
    >
      开票
    </Button>
  )

/** Whether the order's tickets let its work begin, and end: why 开始作业 or 提交验收 is refused. */
export function TicketStrip({ order }: { order: KnownOrder }) {
  const needed = neededTicket(order)
  const read = useCall(ticketCalls.allEnd, { orderId: order.id }, { enabled: needed !== null })
  const mayList = useGrants(({ pages }) => pages.includes(paths.tickets.path))
  // On a phone, the bar of actions has no room for one more.
  const phone = usePhone()
  if (needed === null) return null
  if (read.error)
    return <ErrorStrip title="两票没有取到" error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data || read.isPlaceholderData) return null
  const { inForce, allEnd, open } = read.data
  const hasStarted = order.otherSts > 2
  const isClear = hasStarted ? allEnd : inForce
  const Icon = isClear ? CircleCheck : LockKeyhole
  return (
    <div className={isClear ? `${css.tickets} ${css.clear}` : css.tickets} role="status">
      <Icon className="i" aria-hidden />
      <span className="grow">{sentence({ needed, hasStarted, inForce, allEnd, count: open.length })}</span>
      {open.length > 0 && (
        <span className={css.numbers}>
          {open.map((ticketNo, at) =>
            mayList && ticketNo ? (
              <a key={at} className="code" href={paths.tickets.href({ keyword: ticketNo })}>
                {ticketNo}
              </a>
            ) : (
              <span key={at}>{ticketNo || '未编号'}</span>
            ),
          )}
        </span>
      )}
      {phone && <OpenTicket order={order} size="sm" />}
    </div>
  )
}

type Facts = { needed: string; hasStarted: boolean; inForce: boolean; allEnd: boolean; count: number }

function sentence({ needed, hasStarted, inForce, allEnd, count }: Facts): string {
  if (hasStarted)
    return allEnd ? '两票已全部终结，可以提交验收。' : `还有 ${count} 张票没有终结，暂不能提交验收。`
  if (inForce) return `${needed}已许可，可以开始作业。`
  return count > 0 ? `${needed}尚未许可，暂不能开始作业。` : `需要${needed}，还没有开票，暂不能开始作业。`
}
