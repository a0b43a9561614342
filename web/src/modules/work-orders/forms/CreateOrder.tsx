import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { INSPECTION } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { memo, useState } from 'react'
import { Field } from '../../../kit/Field.tsx'
import type { BoundField } from '../../../kit/fields/bound-field.ts'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { PickerField } from '../../../kit/fields/PickerField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { StationField } from '../../../domain/StationField.tsx'
import { useDictionary } from '../../../kit/use-dictionary.ts'
import { useForm } from '../../../kit/use-form.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import type { CallError } from '../../../lib/call.ts'
import { useCall } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { FormFields } from '../../../domain/oa-form/FormFields.tsx'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { useTypeFields, type TaskType } from './use-type-fields.ts'
import type { Order } from '../order.ts'
import { ticketNeeds } from '../tickets/order-tickets.ts'
import { DefectGrade } from './DefectGrade.tsx'
import { DeviceSelect, type KnownDevice } from './DeviceSelect.tsx'
import { useSearchBy } from '../../../lib/pinyin.ts'
import { lazily, WaitingField } from '../../../kit/lazily.tsx'

const DeviceTypeCascader = lazily(
  async () => (await import('../../../domain/DeviceTypeCascader.tsx')).DeviceTypeCascader,
  WaitingField,
)

type CreateOrderProps = {
  open: boolean
  /** The station that is preset, instead of the person's usual one. */
  psId?: string | undefined
  /** The type that is preset. */
  taskType?: number
  /** The code of a defective device: its station and the device are preset. */
  deviceCode?: string | null
  /** The station that a link presets; it is read first. */
  stationId?: string | null
  onClose: () => void
  onCreated: (order: Order) => void
}

/** Creates a new order manually. */
export function CreateOrder({ deviceCode = null, stationId = null, psId, ...rest }: CreateOrderProps) {
  const device = useCall(deviceCalls.detail, { code: deviceCode ?? '' }, { enabled: deviceCode !== null })
  const station = useCall(stationCalls.detail, { psId: stationId ?? '' }, { enabled: stationId !== null })
  const read = deviceCode !== null ? device : stationId !== null ? station : null
  if (read && !read.data && !read.error) return null
  const known = device.data && { ...device.data, deviceType: device.data.typeName }
  return (
    <OrderForm
      {...rest}
      device={known ?? null}
      psId={station.data?.psId ?? psId}
      failure={read?.error ?? null}
    />
  )
}

const DEFECT = 8

type OrderFormProps = Omit<CreateOrderProps, 'deviceCode' | 'stationId'> & {
  device: KnownDevice | null
  psId: string | undefined
  /** Why the device or the station could not be loaded. */
  failure: CallError | null
}

function OrderForm({ device, psId, taskType: usualType, failure, open, onClose, onCreated }: OrderFormProps) {
  const usual = useSession(({ user }) => user?.defaults?.station?.psId)
  const form = useForm(
    workOrderCalls.insert.input,
    device
      ? { psId: device.psId, deviceId: device.id, taskType: DEFECT }
      : { psId: psId ?? usual, ...(usualType && { taskType: usualType }) },
  )
  const [deviceType, setDeviceType] = useState<string>()
  const { values, set, field } = form
  const saving = useSaving(workOrderCalls.insert, {
    said: ({ workCode, psName }) => ['工单已新建', `${workCode} ${psName}`],
    onSaved: onCreated,
  })
  const taskType = Number(values.taskType) || null
  const types = useCall(taskTypeCalls.choices, {})
  const ofType = useTypeFields(
    form,
    types.data?.find(({ id }) => id === taskType),
  )
  const type = field('taskType', ['workSubclass', 'deviceId', 'defectLevel'])
  const onDevices = taskType === 7 || taskType === 8
  return (
    <FieldsDrawer
      open={open}
      title="新建工单"
      verb="新建"
      form={ofType.form}
      saving={{ ...saving, error: saving.error ?? failure }}
      onClose={onClose}
      onRefresh={saving.reset}
      onSend={saving.send}
    >
      <StationField {...field('psId', ['deviceId'])} label="电站" required onlyOne />
      <SelectField
        {...type}
        label="任务类型"
        required
        placeholder="请选择任务类型"
        showSearch={useSearchBy('label')}
        loading={types.isPending}
        choices={choicesOf(types.data ?? [])}
        optionRender={({ data: { label, about } }) => (
          <>
            {label} <span className="t3 s13">{about}</span>
          </>
        )}
        value={taskType === null ? null : String(taskType)}
        onChange={(value) => {
          type.onChange(Number(value))
          ofType.clear()
        }}
      />
      <LongTextField
        {...field('taskDescription')}
        label="任务描述"
        required
        max={500}
        rows={3}
        mostRows={6}
        placeholder="哪里、什么问题、要做什么"
      />
      {onDevices && (
        <Field label="设备类型" hint="缩小下面设备的范围，可不选">
          {(control) => (
            <DeviceTypeCascader
              {...control}
              placeholder="全部类型"
              psId={values.psId}
              value={deviceType}
              onChange={(chosen) => {
                setDeviceType(chosen)
                set('deviceId', undefined)
              }}
            />
          )}
        </Field>
      )}
      {onDevices && (
        <PickerField
          {...field('deviceId')}
          of={DeviceSelect}
          label="设备"
          hint={values.psId ? undefined : '先选择电站'}
          psId={values.psId}
          typeId={deviceType}
          known={device}
        />
      )}
      {onDevices && <DefectGrade form={form} />}
      <DictionaryField
        {...field('workSubclass')}
        label="任务子类"
        code={taskType ? `workSubclass_${taskType}` : null}
      />
      <DictionaryField {...field('taskCategory')} label="任务分类" code="taskCategory" />
      <DictionaryField {...field('opsBusinessSource')} label="业务来源" code="opsBusinessSource" />
      {taskType === 1 && (
        <DictionaryField
          {...field('purchasesWay')}
          label="采购方式"
          code="purchasesWay"
          hint="外委清洗填写；不再要求执行信息"
        />
      )}
      <TextField {...field('areaName')} label="区域" placeholder="如 A 区、3 号方阵" />
      <SelectField
        label="两票"
        hint={values.needTicket ? '许可后才能开始作业，终结后才能提交验收' : undefined}
        choices={needChoices}
        value={String(values.needTicket ?? 0)}
        onChange={(value) => set('needTicket', value === '1' ? 1 : value === '2' ? 2 : 0)}
        error={form.errorOf('needTicket')}
      />
      <FormFields form={ofType.fields} onBusy={nothing} />
      <h2>计划与损失</h2>
      <TimeField {...field('planStartTime')} label="计划开始时间" ahead="start" />
      <TimeField {...field('planEndTime')} label="计划结束时间" ahead="end" after={values.planStartTime} />
      <TimeField {...field('impCommitTime')} label="承诺完成时间" ahead="end" />
      <NumberField
        {...field('lossPower')}
        label="损失速率"
        min={0}
        precision={1}
        suffix="kWh/h"
        placeholder="0.0"
        hint="未恢复前每小时少发的电量"
      />
    </FieldsDrawer>
  )
}

const needChoices = { 0: '不需要', ...ticketNeeds }

/** Types that take new orders, in the company's order. */
const choicesOf = (types: readonly TaskType[]) =>
  types
    // Plans make the inspections.
    .filter(({ id, active, current }) => active && current !== null && id !== INSPECTION)
    .map(({ id, name, about }) => ({ value: String(id), label: name, about }))

/** The fields of a type are without files, whose uploads would take time. */
const nothing = () => undefined

type DictionaryFieldProps = BoundField<string, string | undefined> & { code: string | null }

/** A choice from a dictionary; without a code it is empty. */
const DictionaryField = memo(function DictionaryField({ code, ...input }: DictionaryFieldProps) {
  const choices = useDictionary(code)
  return (
    <SelectField
      {...input}
      allowClear
      disabled={code === null}
      placeholder={code === null ? '先选择任务类型' : '可不填'}
      choices={choices}
    />
  )
})
