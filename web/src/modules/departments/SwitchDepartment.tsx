import type { Received } from '@heliodesk/contract/call.ts'
import { departmentCalls, type DepartmentNode, type OpenWork } from '@heliodesk/contract/departments.ts'
import { TriangleAlert } from 'lucide-react'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { useCall, useRefresh } from '../../lib/queries.ts'
import css from './move-department.module.css'

/** Disables or enables a department. */
export function SwitchDepartment({ node, open, onClose }: OverlayProps & { node: DepartmentNode }) {
  const closing = node.status === '1'
  const verb = closing ? '停用' : '启用'
  const saving = useSaving(departmentCalls.edit, {
    said: () => [`部门已${verb}`, node.departName],
    onClose,
  })
  const openWork = useCall(departmentCalls.openWork, { id: node.id }, { enabled: closing })
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
    >
      {closing && (
        <Reading read={openWork} name="未结事项" height={48}>
          {(found) => <StillOpen {...found} />}
        </Reading>
      )}
    </CommandDialog>
  )
}

const nouns = {
  departments: '个在用的下级部门',
  people: '名在用用户',
  stations: '座在维电站',
  orders: '张未完成工单',
  tickets: '张未终结两票',
  processes: '个进行中流程',
} as const satisfies Record<keyof OpenWork, string>

/** What is still open in the department and below it. */
function StillOpen(work: OpenWork) {
  const open = Object.entries(nouns).flatMap(([key, noun]) => {
    const count = work[key as keyof OpenWork] ?? 0
    return count > 0 ? [`${formatNumber(count)} ${noun}`] : []
  })
  return open.length === 0 ? (
    <p className={`t3 ${css.still}`}>没有未结事项。</p>
  ) : (
    <p className={`alert ${css.still}`}>
      <TriangleAlert className="i" aria-hidden />
      还有 {open.join('、')}。停用后由原来的人继续办完；要一并交出去，请先移动或合并部门。
    </p>
  )
}
