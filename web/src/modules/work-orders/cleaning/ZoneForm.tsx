import { cleaningMethods } from '@heliodesk/contract/cleaning-list.ts'
import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { DayField } from '../../../kit/fields/DayField.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { hiddenField } from '../../../lib/columns.ts'
import type { Zone } from './zone.ts'

type ZoneFormProps = OverlayProps & { orderId: string; zone: Zone | null }

/** Plans a zone, or records how it was cleaned. */
export function ZoneForm({ orderId, zone, ...overlay }: ZoneFormProps) {
  const form = useForm(cleaningCalls.insert.input, startingFrom(orderId, zone))
  const { field, values } = form
  const saving = useSaving(cleaningCalls.insert, {
    said: ({ areaName, stateName }) => ['清洗区域已保存', `${areaName} ${stateName}`],
    form,
    faults: {
      'cleaning.area_taken': ['areaName'],
      'cleaning.capacity': ['capacityKwp'],
      'cleaning.day': ['cleanedOn'],
    },
    onClose: overlay.onClose,
  })
  return (
    <FieldsDrawer
      {...overlay}
      title={zone ? '编辑清洗区域' : '登记清洗区域'}
      verb="保存"
      form={form}
      saving={saving}
      onSend={saving.send}
    >
      <TextField {...field('areaName')} label="清洗区域" required placeholder="方阵、箱变或区域名称" />
      <NumberField {...field('capacityKwp')} label="容量" required precision={2} suffix="kWp" />
      <SelectField {...field('method')} label="清洗方式" required choices={cleaningMethods} />
      {values.method === 'contract' && <TextField {...field('contractor')} label="外委单位" required />}
      <NumberField
        {...field('cost')}
        label="费用"
        precision={2}
        suffix="元"
        {...(zone && hiddenField('cost'))}
      />
      <h2>清洗结果</h2>
      <DayField {...field('cleanedOn')} label="清洗日期" past hint="未清洗时不填" />
      <NumberField
        {...field('srBefore')}
        label="清洗前 SR"
        precision={4}
        placeholder="0.93"
        hint="标杆对比组串电流之比，辐照不低于 600 W/m²"
      />
      <NumberField {...field('srAfter')} label="清洗后 SR" precision={4} placeholder="0.98" />
      <NumberField {...field('water')} label="用水量" precision={2} suffix="t" />
      <NumberField {...field('broken')} label="破损数" precision={0} suffix="块" />
    </FieldsDrawer>
  )
}

function startingFrom(orderId: string, zone: Zone | null) {
  if (!zone) return { orderId, method: 'own' as const }
  const { id, version, areaName, capacityKwp, method, contractor, cost, broken } = zone
  return {
    orderId,
    id,
    version,
    areaName,
    capacityKwp,
    method,
    contractor,
    cost: cost ?? undefined,
    broken,
    cleanedOn: zone.cleanedOn ?? undefined,
    water: zone.water ?? undefined,
    srBefore: zone.srBefore ?? undefined,
    srAfter: zone.srAfter ?? undefined,
  }
}
