import type { Sent } from '@heliodesk/contract/call.ts'
import { deviceCalls, type DeviceTypeNode } from '@heliodesk/contract/devices.ts'
import { Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { pathOfType } from '../../kit/device-type-tree.ts'
import { DeviceTypeCascader } from '../../kit/DeviceTypeCascader.tsx'
import { Field } from '../../kit/Field.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { deviceViews } from './device.ts'

export type TypeRequest =
  | { kind: 'add'; parent: DeviceTypeNode | null }
  | { kind: 'edit'; node: DeviceTypeNode }

type TypeFormProps = {
  request: TypeRequest
  open: boolean
  onClose: () => void
}

type TypeInput = Sent<typeof deviceCalls.addType>

const MOST_ATTRIBUTES = 12
const states = [
  { value: '1', label: '启用' },
  { value: '3', label: '停用' },
]

const valuesOf = (node: DeviceTypeNode): TypeInput => ({
  code: node.code,
  name: node.name,
  sort: node.sort,
  parentTypeId: node.parentId ?? undefined,
  attributes: node.attributes,
  status: node.status,
})

/** A new type, or one that is there. */
export function TypeForm({ request, open, onClose }: TypeFormProps) {
  const form = useForm(
    deviceCalls.addType.input,
    request.kind === 'edit' ? valuesOf(request.node) : { parentTypeId: request.parent?.id },
  )
  const { values, set, errorOf } = form
  const readAgain = useReadAgain(deviceCalls.types)
  const options = {
    refresh: deviceViews,
    said: () => ['设备类型已保存', values.name ?? ''] as const,
    onClose,
  }
  const adding = useSaving(deviceCalls.addType, options)
  const editing = useSaving(deviceCalls.editType, options)
  const { seen, look } = useSeen(request.kind === 'edit' ? request.node : null, {
    saving: editing,
    readAgain: async (before) => pathOfType(await readAgain({}), before?.id).at(-1) ?? null,
    onFresh: (fresh) => fresh && form.rebase(valuesOf(fresh)),
    gone: '设备类型已被他人删除',
    onClose,
  })
  const attributes = values.attributes ?? []
  const change = (at: number, patch: Partial<(typeof attributes)[number]>) =>
    set(
      'attributes',
      attributes.map((each, index) => (index === at ? { ...each, ...patch } : each)),
    )
  return (
    <FieldsDrawer
      open={open}
      title={seen ? `编辑类型 ${seen.name}` : '新增设备类型'}
      verb={seen ? '保存' : '新增'}
      form={form}
      saving={seen ? editing : adding}
      onClose={onClose}
      onRefresh={look}
      onSubmit={() =>
        form.submit((input) =>
          seen ? editing.send({ ...input, id: seen.id, version: seen.version }) : adding.send(input),
        )
      }
    >
      <TextField {...form.field('name')} label="类型名称" required autoFocus />
      <TextField {...form.field('code')} label="类型编码" required hint="字母和数字，全公司不重复" />
      <Field label="上级类型" error={errorOf('parentTypeId')}>
        {(control) => (
          <DeviceTypeCascader
            {...control}
            placeholder="不选则为一级类型"
            value={values.parentTypeId}
            onChange={(id) => set('parentTypeId', id)}
          />
        )}
      </Field>
      <NumberField {...form.field('sort')} label="排序" />
      <Field label="状态" hint="停用后新设备不能选，已有设备不变">
        {(control) => (
          <Select
            {...control}
            options={states}
            value={values.status ?? '1'}
            onChange={(value: '1' | '3') => set('status', value)}
          />
        )}
      </Field>
      <h2>参数</h2>
      <p className="wide t3 s12">登记该类型及其下级设备时要填的内容，如 MPPT 路数。</p>
      {attributes.map((attribute, at) => (
        <div key={at} className="attribute wide">
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
          <Button
            size="sm"
            icon={Plus}
            repeatMs={0}
            onClick={() => set('attributes', [...attributes, { name: '', unit: '' }])}
          >
            添加参数
          </Button>
        </div>
      )}
    </FieldsDrawer>
  )
}
