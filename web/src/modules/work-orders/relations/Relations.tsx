import { orderRelationCalls, SAME_DEVICE_DAYS } from '@heliodesk/contract/order-relations.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Link2 } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { RemoveDialog } from '../../../kit/RemoveDialog.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { companyNow } from '../../../lib/company-time.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { OrderDetail } from '../order.ts'
import { RelateOrder } from './RelateOrder.tsx'
import type { Relation, RelationList } from './relation.ts'
import { AlikeRows, RelationRows } from './RelationRows.tsx'
import css from './relations.module.css'

type RelationsProps = { id: string; title: string; order: OrderDetail }

/** Orders that people linked to this one, and those of the same device or plan. */
export function Relations({ id, title, order }: RelationsProps) {
  const read = useCall(orderRelationCalls.list, { orderId: order.id })
  const { show, shown } = useOverlays({
    add: (overlay) => <RelateOrder {...overlay} order={order} />,
    remove: (overlay, relation: Relation) => (
      <RemoveDialog
        {...overlay}
        call={orderRelationCalls.remove}
        input={{ id: relation.id }}
        title={`解除与 ${relation.order.workCode} 的关联？`}
        text="两张工单都不再显示对方，工单本身不变。"
        verb="解除"
        done={['关联已解除', relation.order.workCode]}
      />
    ),
  })
  return (
    <section className="sec" id={id}>
      <div className={css.head}>
        <h2 className="grow">{title}</h2>
        {read.data?.mayChange && (
          <Button size="sm" icon={Link2} onClick={() => show('add')}>
            关联工单
          </Button>
        )}
      </div>
      <Reading read={read} name="相关工单" height={80}>
        {(found) => (
          <Found found={found} onRemove={found.mayChange ? (relation) => show('remove', relation) : null} />
        )}
      </Reading>
      {shown}
    </section>
  )
}

type FoundProps = { found: RelationList; onRemove: ((relation: Relation) => void) | null }

function Found({ found: { rows, hidden, device, plan }, onRemove }: FoundProps) {
  const mayList = useGrants(({ pages }) => pages.includes(paths.orders.path))
  return (
    <>
      {rows.length === 0 && hidden === 0 && <p className="t3 s13">没有关联的工单</p>}
      {rows.length > 0 && <RelationRows rows={rows} onRemove={onRemove} />}
      {hidden > 0 && <p className="t3 s13">另有 {hidden} 张关联的工单无权查看</p>}
      {device && device.total > 0 && (
        <AlikeRows
          title={`同设备近 ${SAME_DEVICE_DAYS} 天`}
          {...device}
          href={
            mayList
              ? paths.orders.href({
                  deviceId: device.deviceId,
                  createTime: [device.since, companyNow().format('YYYY-MM-DD')],
                })
              : null
          }
        />
      )}
      {plan && plan.total > 0 && <AlikeRows title={`同一计划 ${plan.planCode}`} {...plan} href={null} />}
    </>
  )
}
