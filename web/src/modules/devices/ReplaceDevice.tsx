import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import type { Device } from './device.ts'
import { NameplateFields } from './NameplateFields.tsx'
import { companyNow } from '../../lib/company-time.ts'

const faults = { 'device.code_taken': ['code'] }

type ReplaceDeviceProps = {
  device: Device
  open: boolean
  onClose: () => void
  onReplaced: (device: Device) => void
}

/** Replaces this device with a new one and retires it. */
export function ReplaceDevice({ device, open, onClose, onReplaced }: ReplaceDeviceProps) {
  const form = useForm(deviceCalls.replace.input, {
    id: device.id,
    version: device.version,
    replacedOn: companyNow().format(WIRE_DAY),
    model: device.model ?? undefined,
    manufacturer: device.manufacturer ?? undefined,
    ratedKw: device.ratedKw ?? undefined,
  })
  const saving = useSaving(deviceCalls.replace, {
    said: ({ name, code }) => ['设备已更换', `${name} ${code}`],
    form,
    faults,
    onClose,
    onSaved: onReplaced,
  })
  return (
    <FieldsDrawer
      open={open}
      title={`更换 ${device.name}`}
      verb="更换"
      form={form}
      saving={saving}
      onClose={onClose}
      onSend={saving.send}
    >
      <p className="wide t2">
        新设备沿用名称、区域
        {device.children.length > 0 ? `、上级和 ${device.children.length} 台下级设备` : '和上级设备'}
        ；原设备（{device.code}
        ）退役，历史与工单留在原设备上。
      </p>
      <DayField {...form.field('replacedOn')} label="更换日期" required past />
      <TextField {...form.field('code')} label="新设备编码" placeholder="不填由系统给出" />
      <NameplateFields form={form} />
      <DayField {...form.field('warrantyEnd')} label="质保到期" />
      <LongTextField
        {...form.field('reason')}
        label="更换原因"
        required
        max={200}
        rows={{ min: 2, max: 4 }}
      />
    </FieldsDrawer>
  )
}
