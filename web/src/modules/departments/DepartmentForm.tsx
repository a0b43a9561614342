import { departmentCalls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import type { PlacedDepartment } from '../../kit/department-tree.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer, type RecordDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useSeen } from '../../kit/use-seen.ts'
import { useLook } from './use-look.ts'

const fields = departmentCalls.add.input.pick({ departName: true, departOrder: true })
const LAST_PLACE = 9999

type DialogProps = { open: boolean; onClose: () => void }
type DepartmentFormProps = DialogProps & { department: PlacedDepartment }

/** A department below this one. */
export function AddDepartment({
  department: { node },
  onAdded,
  ...dialog
}: DepartmentFormProps & { onAdded: (id: string) => void }) {
  const last = Math.max(0, ...node.children.map(({ departOrder }) => departOrder))
  const form = useForm(fields, { departOrder: Math.min(last + 1, LAST_PLACE) })
  const saving = useSaving(departmentCalls.add, {
    refresh: [departmentCalls.tree],
    said: ({ departName, orgCode }) => ['部门已新建', `${departName}，编码 ${orgCode}`],
    onClose: dialog.onClose,
    onSaved: ({ id }) => onAdded(id),
  })
  return (
    <DepartmentForm
      {...dialog}
      title="新建下级部门"
      about={`上级部门：${node.departName}。部门编码由系统给出，不再改变。`}
      verb="新建"
      form={form}
      saving={saving}
      onSend={(input) => saving.send({ parentId: node.id, ...input })}
    />
  )
}

const valuesOf = ({ departName, departOrder }: DepartmentNode) => ({ departName, departOrder })

export function EditDepartment({ department: { node }, ...dialog }: DepartmentFormProps) {
  const form = useForm(fields, valuesOf(node))
  const saving = useSaving(departmentCalls.edit, {
    refresh: [departmentCalls.tree],
    said: ({ departName }) => ['部门已保存', departName],
    onClose: dialog.onClose,
  })
  const { seen, look } = useSeen(node, {
    saving,
    readAgain: useLook(node.id),
    onFresh: (fresh) => form.rebase(valuesOf(fresh)),
    gone: `部门“${node.departName}”已被他人删除`,
    onClose: dialog.onClose,
  })
  const { id, version, status, orgCode } = seen
  return (
    <DepartmentForm
      {...dialog}
      title="编辑部门"
      about={`部门编码 ${orgCode}，不会改变。`}
      verb="保存"
      form={form}
      saving={saving}
      onRefresh={look}
      onSend={(input) => saving.send({ id, version, status, ...input })}
    />
  )
}

function DepartmentForm({ about, form, onSend, ...rest }: RecordDrawer<typeof fields> & { about: string }) {
  return (
    <FieldsDrawer {...rest} form={form} onSubmit={() => form.submit(onSend)}>
      <p className="about">{about}</p>
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
