import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { useState } from 'react'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import type { PlacedDepartment } from '../../kit/department-tree.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
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
  const look = useLook(node.id)
  const verb = closing ? '停用' : '启用'
  const command = useCommand(departmentCalls.edit, {
    refresh: [departmentCalls.tree],
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: `部门已${verb}`, text: node.departName })
      onClose()
    },
  })
  const { id, version, departName, departOrder } = node
  return (
    <ConfirmDialog
      open={open}
      title={`${verb}部门“${departName}”？`}
      text={
        closing
          ? '停用后不再接收新的用户、项目、电站和下级部门；已有的成员照常登录，电站和工单不受影响。'
          : '启用后可以重新接收用户、项目、电站和下级部门。'
      }
      verb={verb}
      danger={closing}
      busy={command.isPending}
      onConfirm={() => command.mutate({ id, version, departName, departOrder, status: closing ? '2' : '1' })}
      onCancel={onClose}
    >
      <CommandAlert
        error={command.error}
        onRefresh={() => {
          command.reset()
          void look()
        }}
      />
    </ConfirmDialog>
  )
}

function RemoveDepartment({
  department: { node },
  open,
  onClose,
  onRemoved,
}: QuestionProps & Pick<DepartmentActionsProps, 'onRemoved'>) {
  const command = useCommand(departmentCalls.remove, {
    refresh: [departmentCalls.tree],
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '部门已删除', text: node.departName })
      onClose()
      onRemoved(node.parentId)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      title={`删除部门“${node.departName}”？`}
      text="只能删除没有下级部门、用户、项目和电站的部门；删除后不可恢复，编码不再使用。"
      verb="删除"
      danger
      busy={command.isPending}
      onConfirm={() => command.mutate({ id: node.id })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
