import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { DatePicker, Input, InputNumber } from 'antd'
import dayjs from 'dayjs'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field } from '../../kit/Field.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { deviceViews, type Device } from './device.ts'

const WIRE_DAY = 'YYYY-MM-DD'

type ReplaceDeviceProps = {
  device: Device
  open: boolean
  onClose: () => void
  onReplaced: (device: Device) => void
}

/** A new device in the place of this one, which is retired. */
export function ReplaceDevice({ device, open, onClose, onReplaced }: ReplaceDeviceProps) {
  const form = useForm(deviceCalls.replace.input, {
    id: device.id,
    version: device.version,
    replacedOn: dayjs().format(WIRE_DAY),
    model: device.model ?? undefined,
    manufacturer: device.manufacturer ?? undefined,
    ratedKw: device.ratedKw ?? undefined,
  })
  const { values, set, leave, errorOf } = form
  const command = useCommand(deviceCalls.replace, {
    refresh: deviceViews,
    errors: 'own',
    onSuccess: (fresh) => {
      notify({ kind: 'success', title: '设备已更换', text: `${fresh.name} ${fresh.code}` })
      onClose()
      onReplaced(fresh)
    },
  })
  const codeTaken = command.error?.code === 'device.code_taken' ? command.error.message : null
  const text = (
    name: 'code' | 'serialNo' | 'model' | 'manufacturer',
    label: string,
    placeholder?: string,
  ) => (
    <Field label={label} error={errorOf(name) ?? (name === 'code' ? codeTaken : null)}>
      {(control) => (
        <Input
          {...control}
          placeholder={placeholder}
          value={values[name] ?? ''}
          onChange={(event) => {
            set(name, event.target.value)
            if (name === 'code' && codeTaken) command.reset()
          }}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
  const day = (name: 'replacedOn' | 'warrantyEnd', label: string, required: boolean) => (
    <Field label={label} required={required} error={errorOf(name)}>
      {(control) => (
        <DatePicker
          {...control}
          placeholder="选择日期"
          maxDate={required ? dayjs() : undefined}
          value={values[name] ? dayjs(values[name]) : null}
          onChange={(picked) => set(name, picked ? picked.format(WIRE_DAY) : undefined)}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
  return (
    <FieldsDrawer
      open={open}
      title={`更换 ${device.name}`}
      verb="更换"
      form={form}
      error={codeTaken ? null : command.error}
      busy={command.isPending}
      onClose={onClose}
      onSubmit={() => form.submit((input) => command.mutate(input))}
    >
      <p className="wide t2">
        新设备沿用名称、区域、上级和 {device.children.length} 台下级设备；原设备（{device.code}
        ）退役，历史与工单留在原设备上。
      </p>
      {day('replacedOn', '更换日期', true)}
      {text('code', '新设备编码', '不填由系统给出')}
      {text('model', '型号')}
      {text('manufacturer', '生产厂家')}
      {text('serialNo', '序列号')}
      <Field label="额定功率" error={errorOf('ratedKw')}>
        {(control) => (
          <InputNumber<number>
            {...control}
            controls={false}
            suffix="kW"
            value={values.ratedKw ?? null}
            onChange={(value) => set('ratedKw', value ?? undefined)}
            onBlur={() => leave('ratedKw')}
          />
        )}
      </Field>
      {day('warrantyEnd', '质保到期', false)}
      <Field label="更换原因" required className="wide" error={errorOf('reason')}>
        {(control) => (
          <CountedTextarea
            {...control}
            max={200}
            rows={{ min: 2, max: 4 }}
            value={values.reason ?? ''}
            onChange={(value) => set('reason', value)}
            onBlur={() => leave('reason')}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}
