import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import type { ChosenDevice, Device } from './device.ts'
import { NameplateFields } from './NameplateFields.tsx'
import { companyNow } from '../../lib/company-time.ts'

const calls = { edit: deviceCalls.replace, detail: deviceCalls.detail }
const fields = deviceCalls.replace.input.omit({ id: true, version: true })

type ReplaceDeviceProps = ChosenDevice & OverlayProps & { onSaved: (device: Device) => void }

/** Replaces this device with a new one and retires it. */
export function ReplaceDevice(props: ReplaceDeviceProps) {
  const { form, seen, drawer } = useRecordForm(calls, props, {
    noun: '设备',
    fields,
    valuesOf: ({ model, manufacturer, ratedKw }) => ({
      replacedOn: companyNow().format(WIRE_DAY),
      model: model ?? undefined,
      manufacturer: manufacturer ?? undefined,
      ratedKw: ratedKw ?? undefined,
    }),
    nameOf: ({ name }) => name,
    said: ({ name, code }) => ['设备已更换', `${name} ${code}`],
    gone: '已不在您的数据范围内',
    faults: { 'device.code_taken': ['code'] },
  })
  const { name, code } = seen ?? props.known
  const below = seen?.children.length ?? 0
  return (
    <FieldsDrawer {...drawer} title={`更换 ${name}`} verb="更换">
      <p className="wide t2">
        新设备沿用名称、区域
        {below > 0 ? `、上级和 ${below} 台下级设备` : '和上级设备'}
        ；原设备（{code}
        ）退役，历史与工单留在原设备上。
      </p>
      <DayField {...form.field('replacedOn')} label="更换日期" required past />
      <TextField {...form.field('code')} label="新设备编码" placeholder="不填由系统给出" />
      <NameplateFields form={form} />
      <DayField {...form.field('warrantyEnd')} label="质保到期" />
      <LongTextField {...form.field('reason')} label="更换原因" required max={200} rows={2} mostRows={4} />
    </FieldsDrawer>
  )
}
