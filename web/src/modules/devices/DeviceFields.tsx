import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { DatePicker, Input, InputNumber } from 'antd'
import dayjs from 'dayjs'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { pathOfType } from '../../kit/device-type-tree.ts'
import { DeviceTypeCascader } from '../../kit/DeviceTypeCascader.tsx'
import { Field } from '../../kit/Field.tsx'
import { FilesInput } from '../../kit/FilesInput.tsx'
import { StationSelect } from '../../kit/StationSelect.tsx'
import { useForm } from '../../kit/use-form.ts'
import { uploadHint, type UploadedFile } from '../../kit/use-uploads.ts'
import { useCall } from '../../lib/queries.ts'
import type { Device, DeviceInput } from './device.ts'
import { ParentSelect } from './ParentSelect.tsx'
import { SpaceSelect } from './SpaceSelect.tsx'

/** The same fields for a new device and for one that is there. */
export const useDeviceForm = (initial: Partial<DeviceInput>) => useForm(deviceCalls.add.input, initial)
export type DeviceForm = ReturnType<typeof useDeviceForm>

type DeviceFieldsProps = {
  form: DeviceForm
  /** The device as it was read, whose station no longer changes here. */
  known?: Device
  nameTaken: string | null
  codeTaken: string | null
  /** Another name or code is being typed. */
  onIdentity: () => void
  files: UploadedFile[]
  onFiles: (files: UploadedFile[]) => void
  onUploading: (uploading: boolean) => void
}

const MOST_FILES = 20
const WIRE_DAY = 'YYYY-MM-DD'

type TextName = 'name' | 'code' | 'serialNo' | 'model' | 'manufacturer'
type DayName = 'installedOn' | 'warrantyEnd'

export function DeviceFields({
  form,
  known,
  nameTaken,
  codeTaken,
  onIdentity,
  ...pictures
}: DeviceFieldsProps) {
  const { values, set, leave, errorOf } = form
  const text = (
    name: TextName,
    label: string,
    rest: {
      placeholder?: string
      required?: boolean
      taken?: string | null
      hint?: string
      focus?: boolean
    } = {},
  ) => (
    <Field label={label} required={rest.required} error={errorOf(name) ?? rest.taken} hint={rest.hint}>
      {(control) => (
        <Input
          {...control}
          autoFocus={rest.focus}
          placeholder={rest.placeholder}
          value={values[name] ?? ''}
          onChange={(event) => {
            set(name, event.target.value)
            if (rest.taken) onIdentity()
          }}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
  const day = (name: DayName, label: string) => (
    <Field label={label} error={errorOf(name)}>
      {(control) => (
        <DatePicker
          {...control}
          placeholder="选择日期"
          value={values[name] ? dayjs(values[name]) : null}
          onChange={(picked) => set(name, picked ? picked.format(WIRE_DAY) : undefined)}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
  return (
    <>
      {text('name', '设备名称', {
        placeholder: '如 3号箱变-05号逆变器',
        required: true,
        taken: nameTaken,
        focus: true,
      })}
      <Field label="设备类型" required error={errorOf('typeId')}>
        {(control) => (
          <DeviceTypeCascader
            {...control}
            openOnly
            value={values.typeId}
            onChange={(id) => set('typeId', id)}
            onBlur={() => leave('typeId')}
          />
        )}
      </Field>
      {known ? (
        <Field label="电站" hint="换电站请用“移动”">
          {(control) => <Input {...control} disabled value={known.psName} />}
        </Field>
      ) : (
        <Field label="电站" required error={errorOf('psId')}>
          {(control) => (
            <StationSelect
              {...control}
              onlyOne
              value={values.psId ? [values.psId] : []}
              onChange={([psId]) => {
                set('psId', psId)
                set('spaceId', undefined)
                set('parentDeviceId', undefined)
              }}
              onBlur={() => leave('psId')}
            />
          )}
        </Field>
      )}
      <Field label="所在区域" error={errorOf('spaceId')} hint={values.psId ? undefined : '先选择电站'}>
        {(control) => (
          <SpaceSelect
            {...control}
            psId={values.psId}
            value={values.spaceId}
            onChange={(id) => set('spaceId', id)}
          />
        )}
      </Field>
      <Field label="上级设备" error={errorOf('parentDeviceId')} hint="接在哪台设备之下，可不填">
        {(control) => (
          <ParentSelect
            {...control}
            psId={values.psId}
            self={known?.id}
            known={known?.parentDevice ?? null}
            value={values.parentDeviceId}
            onChange={(id) => set('parentDeviceId', id)}
          />
        )}
      </Field>
      {text('code', '设备编码', {
        placeholder: known ? undefined : '不填由系统给出',
        taken: codeTaken,
        hint: known ? '改动后旧标签不再能扫' : '印在二维码标签上，不重复',
      })}
      <h2>铭牌</h2>
      {text('model', '型号', { placeholder: '如 ZC-225HX' })}
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
      {day('installedOn', '投运日期')}
      {day('warrantyEnd', '质保到期')}
      <Attributes form={form} known={known} />
      <h2>其他</h2>
      <Field label="备注" className="wide" error={errorOf('remark')}>
        {(control) => (
          <CountedTextarea
            {...control}
            max={500}
            rows={{ min: 2, max: 6 }}
            value={values.remark ?? ''}
            onChange={(value) => set('remark', value)}
            onBlur={() => leave('remark')}
          />
        )}
      </Field>
      <Field
        label="图片资料"
        className="wide"
        error={errorOf('pictures')}
        hint={`铭牌照片、说明书等；${uploadHint('device', MOST_FILES)}`}
      >
        {(control) => (
          <FilesInput
            control={control}
            purpose="device"
            max={MOST_FILES}
            value={pictures.files}
            onChange={pictures.onFiles}
            onBusy={pictures.onUploading}
          />
        )}
      </Field>
    </>
  )
}

/** What the chosen type and the types above it ask for, and what the device was given under another. */
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
