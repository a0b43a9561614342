import type { Received } from '@heliodesk/contract/call.ts'
import { departmentCalls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import type { PlacedDepartment } from '../../domain/department-tree.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { useRefresh } from '../../lib/queries.ts'
import { DepartmentForm } from './DepartmentForm.tsx'

export type DepartmentRequest = { kind: 'add' | 'edit' | 'status' | 'remove'; department: PlacedDepartment }

type DepartmentActionsProps = {
  request: DepartmentRequest
  open: boolean
  onClose: () => void
  onAdded: (id: string) => void
  onRemoved: (parentId: string | null) => void
}

type QuestionProps = Pick<DepartmentActionsProps, 'open' | 'onClose'> & { node: DepartmentNode }

/** The form or the confirmation for an action on a department. */
export function DepartmentActions({ request, onAdded, onRemoved, ...rest }: DepartmentActionsProps) {
  const { node } = request.department
  if (request.kind === 'add')
    return <DepartmentForm {...rest} parent={node} onSaved={({ id }) => onAdded(id)} />
  if (request.kind === 'edit') return <DepartmentForm {...rest} parent={node} opened={node} />
  if (request.kind === 'status') return <SwitchDepartment {...rest} node={node} />
  return <RemoveDepartment {...rest} node={node} onRemoved={onRemoved} />
}

/** Disables or enables a department. */
function SwitchDepartment({ node, open, onClose }: QuestionProps) {
  const closing = node.status === '1'
  const verb = closing ? '停用' : '启用'
  const saving = useSaving(departmentCalls.edit, {
    said: () => [`部门已${verb}`, node.departName],
    onClose,
  })
  const readAgain = useReadAgain(departmentCalls.detail)
  const refresh = useRefresh(departmentCalls.detail)
  const { seen, look } = useSeen<Received<typeof departmentCalls.detail>>(node, {
    saving,
    readAgain: ({ id: seenId }) => readAgain({ id: seenId }).finally(refresh),
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
  node,
  open,
  onClose,
  onRemoved,
}: QuestionProps & Pick<DepartmentActionsProps, 'onRemoved'>) {
  return (
    <RemoveDialog
      call={departmentCalls.remove}
      input={{ id: node.id }}
      open={open}
      title={`删除部门“${node.departName}”？`}
      text="只能删除没有下级部门、用户、项目和电站的部门；删除后不可恢复，编码不再使用。"
      done={['部门已删除', node.departName]}
      onClose={onClose}
      onRemoved={() => onRemoved(node.parentId)}
    />
  )
}
