import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { useState } from 'react'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import type { PlacedDepartment } from '../../kit/department-tree.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useSeen } from '../../kit/use-seen.ts'
import { AddDepartment, EditDepartment } from './DepartmentForm.tsx'
import { useLook } from './use-look.ts'

export type DepartmentRequest = { kind: 'add' | 'edit' | 'status' | 'remove'; department: PlacedDepartment }

type DepartmentActionsProps = {
  request: DepartmentRequest
  open: boolean
  /** The tree as it is known now. */
  placed: readonly PlacedDepartment[]
  onClose: () => void
  onAdded: (id: string) => void
  onRemoved: (parentId: string | null) => void
}

type QuestionProps = Pick<DepartmentActionsProps, 'open' | 'onClose'> & { department: PlacedDepartment }

/** The form or the question that belongs to what somebody wants to do with a department. */
export function DepartmentActions({
  request,
  placed,
  onAdded,
  onRemoved,
  open,
  onClose,
}: DepartmentActionsProps) {
  const id = request.department.node.id
  const department = placed.find(({ node }) => node.id === id) ?? request.department
  const props = { department, open, onClose }
  if (request.kind === 'add') return <AddDepartment {...props} onAdded={onAdded} />
  if (request.kind === 'edit') return <EditDepartment {...props} />
  if (request.kind === 'status') return <SwitchDepartment {...props} />
  return <RemoveDepartment {...props} onRemoved={onRemoved} />
}

/** Takes a department out of use, or puts it back. */
function SwitchDepartment({ department: { node }, open, onClose }: QuestionProps) {
  const [closing] = useState(node.status === '1')
  const verb = closing ? '停用' : '启用'
  const saving = useSaving(departmentCalls.edit, {
    refresh: [departmentCalls.tree],
    said: () => [`部门已${verb}`, node.departName],
    onClose,
  })
  const { seen, look } = useSeen(node, {
    saving,
    readAgain: useLook(node.id),
    gone: `部门“${node.departName}”已被他人删除`,
    onClose,
  })
  const { id, version, departName, departOrder } = seen
  return (
    <CommandDialog
      open={open}
      title={`${verb}部门“${departName}”？`}
      text={
        closing
          ? '停用后不再接收新的用户、项目、电站和下级部门；已有的成员照常登录，电站和工单不受影响。'
          : '启用后可以重新接收用户、项目、电站和下级部门。'
      }
      verb={verb}
      danger={closing}
      saving={saving}
      onConfirm={() => saving.send({ id, version, departName, departOrder, status: closing ? '2' : '1' })}
      onClose={onClose}
      onRefresh={look}
    />
  )
}

function RemoveDepartment({
  department: { node },
  open,
  onClose,
  onRemoved,
}: QuestionProps & Pick<DepartmentActionsProps, 'onRemoved'>) {
  return (
    <RemoveDialog
      call={departmentCalls.remove}
      input={{ id: node.id }}
      refresh={[departmentCalls.tree]}
      open={open}
      title={`删除部门“${node.departName}”？`}
      text="只能删除没有下级部门、用户、项目和电站的部门；删除后不可恢复，编码不再使用。"
      done={['部门已删除', node.departName]}
      onClose={onClose}
      onRemoved={() => onRemoved(node.parentId)}
    />
  )
}
