import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { EMPTY, formatMinute, formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { StatusGlyph } from '../../kit/Status.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import type { KnownDevice } from './device.ts'
import css from './devices.module.css'

const SHOWN = 50

/** The work orders of the device, newest first. */
export function DeviceOrders({ device }: { device: KnownDevice }) {
  const read = useCall(workOrderCalls.page, { deviceId: device.id, curPage: 1, size: SHOWN })
  return (
    <Reading read={read} name="工单" height={160}>
      {(page) => <Listed {...page} device={device} />}
    </Reading>
  )
}

type ListedProps = Received<typeof workOrderCalls.page> & { device: KnownDevice }

function Listed({ pageList, rowCount, device: { code, openOrders, status } }: ListedProps) {
  const mayReport = useCan('order:create') && status === '1'
  if (pageList.length === 0)
    return (
      <Empty
        title="还没有工单"
        text="在这台设备上报缺陷或派工后，工单会出现在这里"
        action={
          mayReport && (
            <a className="btn" href={paths.orders.href({ report: code })}>
              新建工单
            </a>
          )
        }
      />
    )
  return (
    <section className="sec" aria-label="工单">
      <h2>
        工单
        <span className="t3 s12">
          {formatNumber(rowCount ?? pageList.length)} 单，
          {openOrders === undefined || openOrders === null ? EMPTY : formatNumber(openOrders)} 单未关闭
        </span>
      </h2>
      <ul className={css.deviceOrders}>
        {pageList.map((order) => (
          <li key={order.id}>
            <a className="row" href={paths.orders.href({ order: order.id })}>
              <StatusGlyph status={order.flowSts} />
              <span className={css.what}>
                <b>{order.taskDescription}</b>
                <span className="t3 s12">
                  {order.workCode} · {order.taskTypeLabel} · {order.liablePerson ?? EMPTY} ·{' '}
                  {formatMinute(order.createTime)}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {rowCount !== null && rowCount > SHOWN && (
        <p className="t3 s12">只列出最近 {SHOWN} 单，其余请在任务中心查找。</p>
      )}
    </section>
  )
}
