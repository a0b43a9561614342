import { userCalls } from '@heliodesk/contract/users.ts'
import { useState } from 'react'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import type { Issued } from './IssuedPassword.tsx'
import { generatePassword } from './password.ts'
import type { User } from './user.ts'

type UserDialogProps = { user: User; open: boolean; onClose: () => void }

const nameOf = ({ realname, username }: User) => `${realname}（${username}）`

/** Takes an account out of use, or puts it back. */
export function FreezeUser({ user, open, onClose }: UserDialogProps) {
  const freezing = user.status === '1'
  const verb = freezing ? '停用' : '启用'
  const command = useCommand(userCalls.frozenBatch, {
    refresh: [userCalls.list, userCalls.demoAccounts],
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: `用户已${verb}`, text: nameOf(user) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      title={`${verb}用户${nameOf(user)}？`}
      text={
        freezing
          ? '停用后立即退出所有登录，不能再登录；名下的工单和记录保留，需要时请另行指派。'
          : '启用后可用原密码登录，角色和数据范围不变。'
      }
      verb={verb}
      danger={freezing}
      busy={command.isPending}
      onConfirm={() => command.mutate({ ids: user.id, status: freezing ? '2' : '1' })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}

/** Gives out a new password. */
export function ResetPassword({
  user,
  open,
  onClose,
  onIssued,
}: UserDialogProps & { onIssued: (issued: Issued) => void }) {
  const [password] = useState(generatePassword)
  const command = useCommand(userCalls.changePassword, {
    refresh: [userCalls.list, userCalls.demoAccounts],
    errors: 'own',
    onSuccess: () => {
      onClose()
      onIssued({ title: `${user.realname}的密码已重置`, username: user.username, password })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      title={`重置${nameOf(user)}的密码？`}
      text="原密码立即失效，该用户退出所有登录；系统生成新密码，只显示一次，下次登录须修改。"
      verb="重置密码"
      busy={command.isPending}
      onConfirm={() => command.mutate({ username: user.username, password })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
