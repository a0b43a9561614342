import { outageCalls } from '@heliodesk/contract/outages.ts'
import { Calculator, Plus } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { Figures } from '../../../kit/Figures.tsx'
import { formatAmount, formatNumber } from '../../../kit/format.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { RemoveDialog } from '../../../kit/RemoveDialog.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCall } from '../../../lib/queries.ts'
import type { OrderDetail } from '../order.ts'
import type { Outage, OutageList } from './outage.ts'
import { OutageForm } from './OutageForm.tsx'
import { OutageTable } from './OutageTable.tsx'
import '../../../kit/strip.css'
import css from './outages.module.css'

type OutagesProps = { id: string; title: string; order: OrderDetail }

/** What is out because of the order, and what it costs. */
export function Outages({ id, title, order }: OutagesProps) {
  const read = useCall(outageCalls.list, { orderId: order.id })
  const mayChange = read.data?.mayChange ?? false
  const calculating = useSaving(outageCalls.calculate, {
    said: ({ changed }) => ['损失已重新计算', changed === 0 ? '没有变化' : `${changed} 条有变化`],
  })
  const { show, shown } = useOverlays({
    add: (overlay) => <OutageForm {...overlay} order={order} outage={null} at={read.data?.at ?? ''} />,
    edit: (overlay, outage: Outage) => (
      <OutageForm {...overlay} order={order} outage={outage} at={read.data?.at ?? ''} />
    ),
    close: (overlay, outage: Outage) => (
      <OutageForm {...overlay} order={order} outage={outage} at={read.data?.at ?? ''} closing />
    ),
    remove: (overlay, outage: Outage) => (
      <RemoveDialog
        {...overlay}
        call={outageCalls.remove}
        input={{ id: outage.id, version: outage.version }}
        title={`删除“${outage.name}”的停机记录？`}
        text="它的损失电量不再计入本工单。"
        done={['停机记录已删除', outage.name]}
      />
    ),
  })
  return (
    <section className="sec" id={id}>
      <div className={css.head}>
        <h2 className="grow">{title}</h2>
        {mayChange && (read.data?.rows.length ?? 0) > 0 && (
          <Button
            size="sm"
            icon={Calculator}
            busy={calculating.busy}
            onClick={() => calculating.send({ orderId: order.id })}
          >
            重新计算
          </Button>
        )}
        {mayChange && (
          <Button size="sm" icon={Plus} onClick={() => show('add')}>
            登记停机
          </Button>
        )}
      </div>
      <Reading read={read} name="停机与损失" height={120}>
        {(found) =>
          found.rows.length === 0 ? (
            <p className="t3 s13">尚未登记停机</p>
          ) : (
            <>
              <Totals found={found} />
              <OutageTable
                rows={found.rows}
                actions={
                  found.mayChange
                    ? {
                        onClose: (outage) => show('close', outage),
                        onEdit: (outage) => show('edit', outage),
                        onRemove: (outage) => show('remove', outage),
                      }
                    : null
                }
              />
            </>
          )
        }
      </Reading>
      {shown}
    </section>
  )
}

function Totals({ found: { total, byParty } }: { found: OutageList }) {
  return (
    <Figures
      className={css.figures}
      figures={[
        {
          title: '损失电量',
          value: formatNumber(total.lostKwh, 1),
          unit: 'kWh',
          note: '同一设备重叠的时段只计一次',
        },
        {
          title: '损失电费',
          value: formatAmount(total.lostYuan),
          unit: '元',
          note: byParty
            .map(({ partyName, lostYuan }) => `${partyName} ${formatAmount(lostYuan)}`)
            .join(' · '),
        },
        {
          title: '当前损失速率',
          value: formatNumber(total.rate, 1),
          unit: 'kWh/h',
          note: total.open > 0 ? `${total.open} 处尚未恢复，按白天平均` : '已全部恢复',
          bad: total.rate > 0,
        },
      ]}
    />
  )
}
