import type { Received } from '@heliodesk/contract/call.ts'
import { departmentCalls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'

const fields = departmentCalls.edit.input.omit({ id: true, version: true })
const LAST_PLACE = 9999

type DepartmentFormProps = RecordFormProps<Received<typeof departmentCalls.detail>, { id: string }> & {
  /** The parent of a new department. */
  parent: DepartmentNode
}

export function DepartmentForm({ parent, ...dialog }: DepartmentFormProps) {
  const last = Math.max(0, ...parent.children.map(({ departOrder }) => departOrder))
  const { form, seen, drawer } = useRecordForm(departmentCalls, dialog, {
    noun: '部门',
    fields,
    start: { departOrder: Math.min(last + 1, LAST_PLACE) },
    beside: { parentId: parent.id },
    nameOf: ({ departName }) => departName,
    said: dialog.asked
      ? undefined
      : ({ departName, orgCode }) => ['部门已新建', `${departName}，编码 ${orgCode}`],
  })
  return (
    <FieldsDrawer {...drawer} title={dialog.asked ? '编辑部门' : '新建下级部门'}>
      <p className="about">
        {seen
          ? `部门编码 ${seen.orgCode}，不会改变。`
          : `上级部门：${parent.departName}。部门编码由系统给出，不再改变。`}
      </p>
      <TextField
        {...form.field('departName')}
        label="部门名称"
        required
        autoFocus
        placeholder="如 华东区域、敦煌光伏场站"
      />
      <NumberField
        {...form.field('departOrder')}
        value={Number(form.values.departOrder ?? 0)}
        label="排序"
        precision={0}
        hint="同级部门按此从小到大排列"
      />
    </FieldsDrawer>
  )
}
