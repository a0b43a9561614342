import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { useState } from 'react'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { Issued } from './IssuedPassword.tsx'
import { generatePassword } from './password.ts'
import type { User } from './user.ts'

type UserDialogProps = { user: User; open: boolean; onClose: () => void }

const nameOf = ({ realname, username }: User) => `${realname}（${username}）`

/** Disables an account, or enables it. */
export function FreezeUser({ user, open, onClose }: UserDialogProps) {
  const freezing = user.status === '1'
  const verb = freezing ? '停用' : '启用'
  const saving = useSaving(userCalls.frozenBatch, {
    said: () => [`用户已${verb}`, nameOf(user)],
    onClose,
  })
  return (
    <CommandDialog
      open={open}
      title={`${verb}用户${nameOf(user)}？`}
      text={
        freezing
          ? '停用后立即退出所有登录，不能再登录；名下的工单和记录保留，需要时请另行指派。'
          : '启用后可用原密码登录，角色和数据范围不变。'
      }
      verb={verb}
      danger={freezing}
      saving={saving}
      onConfirm={() => saving.send({ ids: user.id, status: freezing ? '2' : '1' })}
      onClose={onClose}
    />
  )
}

/** For a user who lost both the authenticator app and the recovery codes. */
export function ResetSecondFactor({ user, open, onClose }: UserDialogProps) {
  const saving = useSaving(secondFactorCalls.reset, {
    said: () => ['两步验证已重置', nameOf(user)],
    onClose,
  })
  return (
    <CommandDialog
      open={open}
      title={`重置${nameOf(user)}的两步验证？`}
      text="请先当面或通过电话确认是本人。重置后凭密码即可登录，该用户退出所有登录，可在个人主页重新开启。"
      verb="重置两步验证"
      danger
      saving={saving}
      onConfirm={() => saving.send({ personId: user.id })}
      onClose={onClose}
    />
  )
}

/** Sets a new password. */
export function ResetPassword({
  user,
  open,
  onClose,
  onIssued,
}: UserDialogProps & { onIssued: (issued: Issued) => void }) {
  const [password] = useState(generatePassword)
  const saving = useSaving(userCalls.changePassword, {
    onClose,
    onSaved: () => onIssued({ title: `${user.realname}的密码已重置`, username: user.username, password }),
  })
  return (
    <CommandDialog
      open={open}
      title={`重置${nameOf(user)}的密码？`}
      text="原密码立即失效，该用户退出所有登录；系统生成新密码，只显示一次，下次登录须修改。"
      verb="重置密码"
      saving={saving}
      onConfirm={() => saving.send({ username: user.username, password })}
      onClose={onClose}
    />
  )
}
