import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { taskTypes } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { Input, InputNumber, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import { FormDrawer } from '../../../kit/Drawers.tsx'
import { Field, type FieldControl } from '../../../kit/Field.tsx'
import { StationSelect } from '../../../kit/StationSelect.tsx'
import { TimeInput } from '../../../kit/TimeInput.tsx'
import { useDictionary } from '../../../kit/use-dictionary.ts'
import { useForm } from '../../../kit/use-form.ts'
import type { CallError } from '../../../lib/call.ts'
import { notify } from '../../../lib/notices.ts'
import { useCall, useCommand } from '../../../lib/queries.ts'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { orderViews } from '../commands.ts'
import type { Order } from '../order.ts'
import { DeviceSelect, type KnownDevice } from './DeviceSelect.tsx'
import './order-forms.css'

const DeviceTypeCascader = lazy(() =>
  import('../../../kit/DeviceTypeCascader.tsx').then((m) => ({ default: m.DeviceTypeCascader })),
)

const types = Object.entries(taskTypes).map(([value, label]) => ({ value: Number(value), label }))

type CreateOrderProps = {
  open: boolean
  /** The code of a device that has a defect: its station and the device are filled in. */
  deviceCode?: string | null
  onClose: () => void
  onCreated: (order: Order) => void
}

/** A new order, made by hand. */
export function CreateOrder({ deviceCode = null, ...rest }: CreateOrderProps) {
  const read = useCall(deviceCalls.detail, { code: deviceCode ?? '' }, { enabled: deviceCode !== null })
  if (deviceCode === null) return <OrderForm {...rest} device={null} />
  if (!read.data && !read.error) return null
  const device = read.data && { ...read.data, deviceType: read.data.typeName }
  return <OrderForm {...rest} device={device ?? null} failure={read.error} />
}

const DEFECT = 8

type OrderFormProps = Omit<CreateOrderProps, 'deviceCode'> & {
  device: KnownDevice | null
  /** Why the device could not be read. */
  failure?: CallError | null
}

function OrderForm({ device, failure = null, open, onClose, onCreated }: OrderFormProps) {
  const { form, values, dirty, set, leave, errorOf, submit } = useForm(
    workOrderCalls.insert.input,
    device ? { psId: device.psId, deviceId: device.id, taskType: DEFECT } : {},
  )
  const [deviceType, setDeviceType] = useState<string>()
  const command = useCommand(workOrderCalls.insert, {
    refresh: orderViews,
    errors: 'own',
    onSuccess: (order) => {
      notify({ kind: 'success', title: '工单已新建', text: `${order.workCode} ${order.psName}` })
      onCreated(order)
    },
  })
  const taskType = Number(values.taskType) || null
  const onDevices = taskType === 7 || taskType === 8
  const create = () => submit((input) => command.mutate(input))
  const time = (name: 'planStartTime' | 'planEndTime' | 'impCommitTime', label: string) => (
    <Field label={label} error={errorOf(name)}>
      {(control) => (
        <TimeInput
          {...control}
          value={values[name]}
          onChange={(value) => set(name, value ?? undefined)}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
  return (
    <FormDrawer
      open={open}
      title="新建工单"
      dirty={dirty}
      onClose={onClose}
      notice={<CommandAlert error={command.error ?? failure} onRefresh={command.reset} />}
      actions={
        <Button kind="pri" busy={command.isPending} onClick={create}>
          新建
        </Button>
      }
    >
      <form ref={form} className="fields" onSubmit={(event) => event.preventDefault()}>
        <Field label="电站" required error={errorOf('psId')}>
          {(control) => (
            <StationSelect
              {...control}
              onlyOne
              value={values.psId ? [values.psId] : []}
              onChange={([psId]) => {
                set('psId', psId)
                set('deviceId', undefined)
              }}
              onBlur={() => leave('psId')}
            />
          )}
        </Field>
        <Field label="任务类型" required error={errorOf('taskType')}>
          {(control) => (
            <Select
              {...control}
              placeholder="请选择任务类型"
              showSearch={{ optionFilterProp: 'label' }}
              options={types}
              value={taskType}
              onChange={(value) => {
                set('taskType', value)
                set('workSubclass', undefined)
                set('deviceId', undefined)
              }}
              onBlur={() => leave('taskType')}
            />
          )}
        </Field>
        <Field label="任务描述" required className="wide" error={errorOf('taskDescription')}>
          {(control) => (
            <CountedTextarea
              {...control}
              max={500}
              rows={{ min: 3, max: 6 }}
              placeholder="哪里、什么问题、要做什么"
              value={values.taskDescription ?? ''}
              onChange={(value) => set('taskDescription', value)}
              onBlur={() => leave('taskDescription')}
            />
          )}
        </Field>
        {onDevices && (
          <Field label="设备类型" hint="缩小下面设备的范围，可不选">
            {(control) => (
              <Suspense fallback={<span className="sk fld" />}>
                <DeviceTypeCascader
                  {...control}
                  placeholder="全部类型"
                  psId={values.psId}
                  value={deviceType}
                  onChange={(type) => {
                    setDeviceType(type)
                    set('deviceId', undefined)
                  }}
                />
              </Suspense>
            )}
          </Field>
        )}
        {onDevices && (
          <Field label="设备" error={errorOf('deviceId')} hint={values.psId ? undefined : '先选择电站'}>
            {(control) => (
              <DeviceSelect
                control={control}
                psId={values.psId}
                typeId={deviceType}
                known={device}
                value={values.deviceId}
                onChange={(value) => set('deviceId', value)}
              />
            )}
          </Field>
        )}
        <Field label="任务子类">
          {(control) => (
            <DictionarySelect
              control={control}
              code={taskType ? `workSubclass_${taskType}` : null}
              value={values.workSubclass}
              onChange={(value) => set('workSubclass', value)}
            />
          )}
        </Field>
        <Field label="任务分类">
          {(control) => (
            <DictionarySelect
              control={control}
              code="taskCategory"
              value={values.taskCategory}
              onChange={(value) => set('taskCategory', value)}
            />
          )}
        </Field>
        <Field label="业务来源">
          {(control) => (
            <DictionarySelect
              control={control}
              code="opsBusinessSource"
              value={values.opsBusinessSource}
              onChange={(value) => set('opsBusinessSource', value)}
            />
          )}
        </Field>
        {taskType === 1 && (
          <Field label="采购方式" hint="外委清洗填写；不再要求执行信息">
            {(control) => (
              <DictionarySelect
                control={control}
                code="purchasesWay"
                value={values.purchasesWay}
                onChange={(value) => set('purchasesWay', value)}
              />
            )}
          </Field>
        )}
        <Field label="区域" error={errorOf('areaName')}>
          {(control) => (
            <Input
              {...control}
              placeholder="如 A 区、3 号方阵"
              value={values.areaName ?? ''}
              onChange={(event) => set('areaName', event.target.value)}
              onBlur={() => leave('areaName')}
            />
          )}
        </Field>
        <h2>计划与损失</h2>
        {time('planStartTime', '计划开始时间')}
        {time('planEndTime', '计划结束时间')}
        {time('impCommitTime', '承诺完成时间')}
        <Field label="损失功率" error={errorOf('lossPower')} hint="未恢复前每小时少发的电量">
          {(control) => (
            <InputNumber<number>
              {...control}
              min={0}
              precision={1}
              controls={false}
              suffix="kWh/h"
              placeholder="0.0"
              value={values.lossPower}
              onChange={(value) => set('lossPower', value ?? undefined)}
              onBlur={() => leave('lossPower')}
            />
          )}
        </Field>
      </form>
    </FormDrawer>
  )
}

type ChoiceProps = {
  control: FieldControl
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A choice out of a dictionary; without a code there is nothing to choose yet. */
function DictionarySelect({ control, code, value, onChange }: ChoiceProps & { code: string | null }) {
  const choices = useDictionary(code)
  return (
    <Select
      {...control}
      allowClear
      disabled={code === null}
      placeholder={code === null ? '先选择任务类型' : '可不填'}
      options={choices}
      value={value}
      onChange={onChange}
    />
  )
}
