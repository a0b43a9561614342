import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { formatTime } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { StatusGlyph } from '../../kit/Status.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import type { KnownStation } from './station.ts'
import { StationOrders } from './StationOrders.tsx'
import css from './stations.module.css'

const NEWEST = 10

/** The number of work orders by state, and the newest ones. */
export function OrdersTab({ station: { psId, status } }: { station: KnownStation }) {
  const mayReport = useCan('order:create') && status === '1'
  const read = useCall(workOrderCalls.page, { psId: [psId], curPage: 1, size: NEWEST })
  return (
    <>
      <div className="sec">
        <StationOrders psId={psId} />
      </div>
      <section className={`sec ${css.newestOrders}`} aria-label="最近的工单">
        <h2>
          最近的工单
          <a className={`more ${css.more} mla`} href={paths.orders.href({ psId })}>
            全部工单
          </a>
        </h2>
        <Reading read={read} name="工单" height={120}>
          {({ pageList }) =>
            pageList.length === 0 ? (
              <Empty
                title="还没有工单"
                text="这座电站的工单会出现在这里"
                action={
                  mayReport && (
                    <a className="btn" href={paths.orders.href({ psId, reportAt: psId })}>
                      新建工单
                    </a>
                  )
                }
              />
            ) : (
              <ul>
                {pageList.map(({ id, workCode, taskTypeLabel, taskDescription, flowSts, createTime }) => (
                  <li key={id}>
                    <a className="row" href={paths.orders.href({ order: id })}>
                      <StatusGlyph status={flowSts} />
                      <span className="code">{workCode}</span>
                      <span className={`t2 ${css.t2}`}>{taskTypeLabel}</span>
                      <span className={`ell grow ${css.grow}`}>{taskDescription}</span>
                      <span className={`t3 ${css.t3}`}>{formatTime(createTime)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            )
          }
        </Reading>
      </section>
    </>
  )
}
