import { DEVICE_FILES } from '@heliodesk/contract/device-fields.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { Input } from 'antd'
import { pathOfType } from '../../domain/device-type-tree.ts'
import { DeviceTypeCascader } from '../../domain/DeviceTypeCascader.tsx'
import { Field } from '../../kit/Field.tsx'
import { DayField } from '../../kit/fields/DayField.tsx'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { StationField } from '../../domain/StationField.tsx'
import type { Form } from '../../kit/use-form.ts'
import { uploadHint, type UploadedFile } from '../../kit/use-uploads.ts'
import { useCall } from '../../lib/queries.ts'
import type { Device } from './device.ts'
import { NameplateFields } from './NameplateFields.tsx'
import { ParentSelect } from './ParentSelect.tsx'
import { SpaceSelect } from './SpaceSelect.tsx'

type DeviceForm = Form<typeof deviceCalls.add.input>

type DeviceFieldsProps = {
  form: DeviceForm
  /** The loaded device, whose station cannot be changed here. */
  known?: Device
  files: UploadedFile[]
  onFiles: (files: UploadedFile[]) => void
  onUploading: (uploading: boolean) => void
}

export function DeviceFields({ form, known, ...pictures }: DeviceFieldsProps) {
  const { values, errorOf, field } = form
  return (
    <>
      <TextField {...field('name')} label="设备名称" required autoFocus placeholder="如 3号箱变-05号逆变器" />
      <PickerField {...field('typeId')} of={DeviceTypeCascader} label="设备类型" required openOnly />
      {known ? (
        <Field label="电站" hint="换电站请用“移动”">
          {(control) => <Input {...control} disabled value={known.psName} />}
        </Field>
      ) : (
        <StationField {...field('psId', ['spaceId', 'parentDeviceId'])} label="电站" required onlyOne />
      )}
      <PickerField
        {...field('spaceId')}
        of={SpaceSelect}
        label="所在区域"
        hint={values.psId ? undefined : '先选择电站'}
        psId={values.psId}
      />
      <PickerField
        {...field('parentDeviceId')}
        of={ParentSelect}
        label="上级设备"
        hint="接在哪台设备之下，可不填"
        psId={values.psId}
        self={known?.id}
        known={known?.parentDevice ?? null}
      />
      <TextField
        {...field('code')}
        label="设备编码"
        placeholder={known ? undefined : '不填由系统给出'}
        hint={known ? '改动后旧标签不再能扫' : '印在二维码标签上，不重复'}
      />
      <h2>铭牌</h2>
      <NameplateFields form={form} />
      <DayField {...field('installedOn')} label="投运日期" />
      <DayField {...field('warrantyEnd')} label="质保到期" />
      <Attributes form={form} known={known} />
      <h2>其他</h2>
      <LongTextField {...field('remark')} label="备注" max={500} rows={2} mostRows={6} />
      <FilesField
        label="图片资料"
        error={errorOf('pictures')}
        hint={`铭牌照片、说明书等；${uploadHint('device', DEVICE_FILES)}`}
        purpose="device"
        max={DEVICE_FILES}
        value={pictures.files}
        onChange={pictures.onFiles}
        onBusy={pictures.onUploading}
      />
    </>
  )
}

/** The attributes of the chosen type and its ancestors, and further attributes that the device already has. */
function Attributes({ form: { values, set, errorOf }, known }: { form: DeviceForm; known?: Device }) {
  const types = useCall(deviceCalls.types, {})
  const asked = pathOfType(types.data ?? [], values.typeId).flatMap(({ attributes }) => attributes)
  const given = values.attributes ?? []
  const further = given.filter(({ name }) => !asked.some((each) => each.name === name))
  const all = [
    ...asked,
    ...further.map(({ name }) => ({
      name,
      unit: known?.attributes.find((each) => each.name === name)?.unit ?? '',
    })),
  ]
  if (all.length === 0) return null
  const put = (name: string, value: string) =>
    set('attributes', [...given.filter((each) => each.name !== name), ...(value ? [{ name, value }] : [])])
  return (
    <>
      <h2>参数</h2>
      {all.map(({ name, unit }) => (
        <Field key={name} label={name} error={errorOf('attributes')}>
          {(control) => (
            <Input
              {...control}
              suffix={unit}
              maxLength={50}
              value={given.find((each) => each.name === name)?.value ?? ''}
              onChange={(event) => put(name, event.target.value)}
            />
          )}
        </Field>
      ))}
    </>
  )
}
