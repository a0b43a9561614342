import { roleCalls } from '@heliodesk/contract/roles.ts'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import type { Role } from './role.ts'

type RemoveRoleProps = { role: Role; open: boolean; onClose: () => void; onRemoved: (role: Role) => void }

export function RemoveRole({ role, open, onClose, onRemoved }: RemoveRoleProps) {
  const command = useCommand(roleCalls.remove, {
    refresh: [roleCalls.list, roleCalls.all],
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '角色已删除', text: role.roleName })
      onClose()
      onRemoved(role)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      title={`删除角色“${role.roleName}”？`}
      text="只能删除没有用户的角色；删除后不可恢复。"
      verb="删除"
      danger
      busy={command.isPending}
      onConfirm={() => command.mutate({ id: role.id })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
