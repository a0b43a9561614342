import type { Received } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { Input } from 'antd'
import { X } from 'lucide-react'
import { AddButton } from '../../kit/AddButton.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { DeviceTypeCascader } from '../../domain/DeviceTypeCascader.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import css from './devices.module.css'

type TypeFormProps = RecordFormProps<Received<typeof deviceCalls.typeDetail>, { id: string }> & {
  /** The parent of a new type. */
  parentId?: string
}

const MOST_ATTRIBUTES = 12

const calls = { add: deviceCalls.addType, edit: deviceCalls.editType, detail: deviceCalls.typeDetail }

/** A form for a new or an existing device type. */
export function TypeForm({ parentId, ...dialog }: TypeFormProps) {
  const { form, seen, drawer } = useRecordForm(calls, dialog, {
    noun: '设备类型',
    verb: '新增',
    start: { parentTypeId: parentId, status: '1' },
    valuesOf: ({ code, name, sort, parentId: parent, attributes: known, status }) => ({
      code,
      name,
      sort,
      parentTypeId: parent ?? undefined,
      attributes: known,
      status,
    }),
    nameOf: ({ name }) => name,
  })
  const { values, set, errorOf } = form
  const attributes = values.attributes ?? []
  const change = (at: number, patch: Partial<(typeof attributes)[number]>) =>
    set(
      'attributes',
      attributes.map((each, index) => (index === at ? { ...each, ...patch } : each)),
    )
  return (
    <FieldsDrawer {...drawer} title={seen ? `编辑类型 ${seen.name}` : drawer.title}>
      <TextField {...form.field('name')} label="类型名称" required autoFocus />
      <TextField {...form.field('code')} label="类型编码" required hint="字母和数字，全公司不重复" />
      <PickerField
        {...form.field('parentTypeId')}
        of={DeviceTypeCascader}
        label="上级类型"
        placeholder="不选则为一级类型"
      />
      <NumberField {...form.field('sort')} label="排序" />
      <SelectField
        {...form.field('status')}
        label="状态"
        hint="停用后新设备不能选，已有设备不变"
        choices={{ 1: '启用', 3: '停用' }}
      />
      <h2>参数</h2>
      <p className="wide t3 s12">登记该类型及其下级设备时要填的内容，如 MPPT 路数。</p>
      {attributes.map((attribute, at) => (
        <div key={at} className={`${css.attribute} wide`}>
          <Input
            aria-label={`第 ${at + 1} 个参数的名称`}
            placeholder="参数名称"
            maxLength={20}
            value={attribute.name}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <Input
            aria-label={`第 ${at + 1} 个参数的单位`}
            placeholder="单位"
            maxLength={10}
            value={attribute.unit ?? ''}
            onChange={(event) => change(at, { unit: event.target.value })}
          />
          <IconButton
            icon={X}
            label={`移除第 ${at + 1} 个参数`}
            onClick={() =>
              set(
                'attributes',
                attributes.filter((_each, index) => index !== at),
              )
            }
          />
        </div>
      ))}
      {errorOf('attributes') && (
        <p className="wide err" role="alert">
          {errorOf('attributes')}
        </p>
      )}
      {attributes.length < MOST_ATTRIBUTES && (
        <div className="wide">
          <AddButton
            size="sm"
            text="添加参数"
            onAdd={() => set('attributes', [...attributes, { name: '', unit: '' }])}
          />
        </div>
      )}
    </FieldsDrawer>
  )
}
