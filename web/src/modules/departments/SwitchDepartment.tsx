import type { Received } from '@heliodesk/contract/call.ts'
import { departmentCalls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { useRefresh } from '../../lib/queries.ts'

/** Disables or enables a department. */
export function SwitchDepartment({ node, open, onClose }: OverlayProps & { node: DepartmentNode }) {
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
    gone: `部门“${node.departName}”已在别处删除`,
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
