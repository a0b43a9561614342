import { departmentCalls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import type { PlacedDepartment } from '../../kit/department-tree.ts'
import { FormDrawer } from '../../kit/Drawers.tsx'
import { Field } from '../../kit/Field.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { CallError } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { useLook } from './use-look.ts'

const fields = departmentCalls.add.input.pick({ departName: true, departOrder: true })
const LAST_PLACE = 9999

type DepartmentFormProps = { department: PlacedDepartment; open: boolean; onClose: () => void }

/** A department below this one. */
export function AddDepartment({
  department: { node },
  open,
  onClose,
  onAdded,
}: DepartmentFormProps & { onAdded: (id: string) => void }) {
  const last = Math.max(0, ...node.children.map(({ departOrder }) => departOrder))
  const form = useForm(fields, { departOrder: Math.min(last + 1, LAST_PLACE) })
  const command = useCommand(departmentCalls.add, {
    refresh: [departmentCalls.tree],
    errors: 'own',
    onSuccess: ({ id, departName, orgCode }) => {
      notify({ kind: 'success', title: '部门已新建', text: `${departName}，编码 ${orgCode}` })
      onClose()
      onAdded(id)
    },
  })
  return (
    <DepartmentForm
      title="新建下级部门"
      about={`上级部门：${node.departName}。部门编码由系统给出，不再改变。`}
      verb="新建"
      form={form}
      open={open}
      onClose={onClose}
      busy={command.isPending}
      error={command.error}
      onSubmit={() => form.submit((input) => command.mutate({ parentId: node.id, ...input }))}
    />
  )
}

const valuesOf = ({ departName, departOrder }: DepartmentNode) => ({ departName, departOrder })

export function EditDepartment({ department, open, onClose }: DepartmentFormProps) {
  const [seen, setSeen] = useState(department.node)
  const form = useForm(fields, valuesOf(seen))
  const look = useLook(seen.id)
  const command = useCommand(departmentCalls.edit, {
    refresh: [departmentCalls.tree],
    errors: 'own',
    onSuccess: ({ departName }) => {
      notify({ kind: 'success', title: '部门已保存', text: departName })
      onClose()
    },
  })
  const lookAgain = async () => {
    const fresh = await look()
    if (!fresh) return
    command.reset()
    setSeen(fresh)
    form.rebase(valuesOf(fresh))
  }
  const { id, version, status, orgCode } = seen
  return (
    <DepartmentForm
      title="编辑部门"
      about={`部门编码 ${orgCode}，不会改变。`}
      verb="保存"
      form={form}
      open={open}
      onClose={onClose}
      busy={command.isPending}
      error={command.error}
      onRefresh={() => void lookAgain()}
      onSubmit={() => form.submit((input) => command.mutate({ id, version, status, ...input }))}
    />
  )
}

type FieldsProps = Pick<DepartmentFormProps, 'open' | 'onClose'> & {
  title: string
  about: string
  verb: string
  form: ReturnType<typeof useForm<typeof fields>>
  busy: boolean
  error: CallError | null
  onRefresh?: () => void
  onSubmit: () => void
}

function DepartmentForm({
  title,
  about,
  verb,
  form,
  open,
  onClose,
  busy,
  error,
  onRefresh,
  onSubmit,
}: FieldsProps) {
  const { values, dirty, form: element, set, leave, errorOf } = form
  return (
    <FormDrawer
      open={open}
      title={title}
      dirty={dirty}
      onClose={onClose}
      notice={<CommandAlert error={error} onRefresh={onRefresh} />}
      actions={
        <Button kind="pri" busy={busy} onClick={onSubmit}>
          {verb}
        </Button>
      }
    >
      <form
        ref={element}
        className="fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onSubmit()
        }}
      >
        <p className="about">{about}</p>
        <Field label="部门名称" required error={errorOf('departName')}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              placeholder="如 华东区域、敦煌光伏场站"
              value={values.departName ?? ''}
              onChange={(event) => set('departName', event.target.value)}
              onBlur={() => leave('departName')}
            />
          )}
        </Field>
        <Field label="排序" error={errorOf('departOrder')} hint="同级部门按此从小到大排列">
          {(control) => (
            <InputNumber<number>
              {...control}
              controls={false}
              precision={0}
              value={Number(values.departOrder ?? 0)}
              onChange={(value) => set('departOrder', value ?? undefined)}
              onBlur={() => leave('departOrder')}
            />
          )}
        </Field>
        <button type="submit" className="sr" tabIndex={-1} aria-hidden />
      </form>
    </FormDrawer>
  )
}
