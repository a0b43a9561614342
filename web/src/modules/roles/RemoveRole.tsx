import { roleCalls } from '@heliodesk/contract/roles.ts'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import type { Role } from './role.ts'

type RemoveRoleProps = { role: Role; open: boolean; onClose: () => void; onRemoved: (role: Role) => void }

export function RemoveRole({ role, open, onClose, onRemoved }: RemoveRoleProps) {
  return (
    <RemoveDialog
      call={roleCalls.remove}
      input={{ id: role.id }}
      open={open}
      title={`删除角色“${role.roleName}”？`}
      text="只能删除没有用户的角色；删除后不可恢复。"
      done={['角色已删除', role.roleName]}
      onClose={onClose}
      onRemoved={() => onRemoved(role)}
    />
  )
}
