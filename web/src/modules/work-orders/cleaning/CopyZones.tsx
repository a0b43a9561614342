import { cleaningTypes } from '@heliodesk/contract/cleaning-list.ts'
import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { formatCapacity } from '../../../kit/format.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { nothingFound } from '../../../kit/searching.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useSearchBy } from '../../../lib/pinyin.ts'
import { useCall } from '../../../lib/queries.ts'
import type { CleaningOrder } from './cleaning-rights.ts'
import { ZoneCells } from './ZoneCells.tsx'

/** Plans the zones of a former cleaning of the same station in this order. */
export function CopyZones({ order, ...overlay }: OverlayProps & { order: CleaningOrder }) {
  const form = useForm(cleaningCalls.copy.input, { orderId: order.id })
  const saving = useSaving(cleaningCalls.copy, {
    said: ({ copied }) => ['清洗计划已复制', `${copied} 个区域`],
    onClose: overlay.onClose,
  })
  const former = useCall(workOrderCalls.page, {
    psId: [order.psId],
    taskType: [...cleaningTypes],
    size: 100,
  })
  const source = form.values.fromOrderId
  const zones = useCall(
    cleaningCalls.select,
    { orderId: source ?? '', size: 500 },
    { enabled: Boolean(source) },
  )
  return (
    <FieldsDrawer
      {...overlay}
      title="复制清洗计划"
      verb="复制"
      form={form}
      saving={saving}
      onSend={saving.send}
    >
      <SelectField
        {...form.field('fromOrderId')}
        label="来源工单"
        required
        placeholder="工单编号、任务描述"
        showSearch={useSearchBy('label')}
        loading={former.isPending}
        notFoundContent={nothingFound('清洗工单', { isBusy: former.isPending, error: former.error })}
        choices={(former.data?.pageList ?? [])
          .filter(({ id }) => id !== order.id)
          .map(({ id, workCode, taskDescription }) => ({
            value: id,
            label: `${workCode} ${taskDescription}`,
          }))}
        hint="只复制区域、容量、方式和费用，不复制日期和 SR"
      />
      {source && (
        <Reading read={zones} name="来源工单的区域" height={72}>
          {({ pageList }) =>
            pageList.length > 0 ? (
              <>
                <p className="t2 s13">
                  {pageList.length} 个区域，共{' '}
                  {formatCapacity(pageList.reduce((sum, { capacityKwp }) => sum + capacityKwp, 0))}
                </p>
                <ZoneCells zones={pageList} />
              </>
            ) : (
              <p className="t3 s13">这张工单没有登记区域</p>
            )
          }
        </Reading>
      )}
    </FieldsDrawer>
  )
}
