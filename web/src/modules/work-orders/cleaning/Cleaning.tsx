import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { BadgeCheck, Copy, Download, Plus } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { lazily } from '../../../kit/lazily.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { RemoveDialog } from '../../../kit/RemoveDialog.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { OrderDetail } from '../order.ts'
import { AcceptCleaning } from './AcceptCleaning.tsx'
import { BenefitSheet } from './BenefitSheet.tsx'
import { useCleaningRights } from './cleaning-rights.ts'
import { CopyZones } from './CopyZones.tsx'
import { ZoneForm } from './ZoneForm.tsx'
import { ZoneTable } from './ZoneTable.tsx'
import type { Zone } from './zone.ts'
import css from './cleaning.module.css'

const SoilingCard = lazily(async () => (await import('./SoilingCard.tsx')).SoilingCard)
const ExportDialog = lazily(async () => (await import('../../../domain/ExportDialog.tsx')).ExportDialog)

/** One round has far fewer zones. */
const MOST_ZONES = 500

type CleaningProps = { id: string; title: string; order: OrderDetail }

/** The zones of a cleaning order, how much of the station they cover, and what the cleaning is worth. */
export function Cleaning({ id, title, order }: CleaningProps) {
  const zones = useCall(cleaningCalls.select, { orderId: order.id, size: MOST_ZONES })
  const cap = useCall(cleaningCalls.cap, { orderId: order.id })
  const benefit = useCall(cleaningCalls.benefit, { orderId: order.id })
  const soiling = useCall(cleaningCalls.soiling, { orderId: order.id })
  const may = useCleaningRights()(order)
  const { show, shown } = useOverlays({
    add: (overlay) => <ZoneForm {...overlay} orderId={order.id} zone={null} />,
    edit: (overlay, zone: Zone) => <ZoneForm {...overlay} orderId={order.id} zone={zone} />,
    remove: (overlay, zone: Zone) => (
      <RemoveDialog
        {...overlay}
        call={cleaningCalls.remove}
        input={{ id: zone.id, version: zone.version }}
        title={`删除清洗区域“${zone.areaName}”？`}
        text="该区域的清洗日期、费用和 SR 一并删除。"
        done={['清洗区域已删除', zone.areaName]}
      />
    ),
    copy: (overlay) => <CopyZones {...overlay} order={order} />,
    export: (overlay) => (
      <ExportDialog
        {...overlay}
        wanted={{ kind: 'cleanings', query: { orderId: order.id } }}
        name="清洗区域"
        unit="个"
        conditions={`工单 ${order.workCode}`}
        total={zones.data?.rowCount ?? null}
      />
    ),
    accept: (overlay) => <AcceptCleaning {...overlay} order={order} />,
  })
  return (
    <section className="sec" id={id}>
      <div className={css.head}>
        <h2 className="grow">{title}</h2>
        {may.copy && (
          <Button size="sm" icon={Copy} onClick={() => show('copy')}>
            复制计划
          </Button>
        )}
        <Button size="sm" icon={Download} code="order:export" onClick={() => show('export')}>
          导出
        </Button>
        {may.edit && (
          <Button size="sm" icon={Plus} onClick={() => show('add')}>
            登记区域
          </Button>
        )}
        {may.accept && (
          <Button size="sm" kind="pri" icon={BadgeCheck} onClick={() => show('accept')}>
            验收清洗
          </Button>
        )}
      </div>
      <Reading read={cap} name="覆盖容量" height={40}>
        {(covered) => (
          <Reading read={zones} name="清洗区域" height={120}>
            {({ pageList }) => (
              <ZoneTable
                zones={pageList}
                cap={covered}
                actions={
                  may.edit
                    ? { onEdit: (zone) => show('edit', zone), onRemove: (zone) => show('remove', zone) }
                    : null
                }
              />
            )}
          </Reading>
        )}
      </Reading>
      {(zones.data?.pageList.length ?? 0) > 0 && (
        <Reading read={benefit} name="清洗效益" height={160}>
          {(found) => (
            <BenefitSheet
              key={order.id}
              benefit={found}
              soiling={
                <Reading read={soiling} name="积灰损失" height={240}>
                  {(course) => <SoilingCard course={course} />}
                </Reading>
              }
            />
          )}
        </Reading>
      )}
      {shown}
    </section>
  )
}
