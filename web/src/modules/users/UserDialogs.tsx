import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { useState } from 'react'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import type { Issued } from '../../domain/IssuedPassword.tsx'
import { generatePassword } from './password.ts'
import type { User } from './user.ts'

type UserDialogProps = OverlayProps & { user: User }
type Issuing = { onIssued: (issued: Issued) => void }

const nameOf = ({ realname, username }: User) => `${realname}（${username}）`

/** Disables an account, or enables it. */
export function FreezeUser({ user, ...dialog }: UserDialogProps) {
  const freezing = user.status === '1'
  const verb = freezing ? '停用' : '启用'
  return (
    <RemoveDialog
      {...dialog}
      call={userCalls.frozenBatch}
      input={{ ids: user.id, status: freezing ? '2' : '1' }}
      title={`${verb}用户${nameOf(user)}？`}
      text={
        freezing
          ? '停用后立即退出所有登录，不能再登录；名下的工单和记录保留，需要时请另行指派。'
          : '启用后可用原密码登录，角色和数据范围不变。'
      }
      verb={verb}
      danger={freezing}
      done={[`用户已${verb}`, nameOf(user)]}
    />
  )
}

/** For a user who lost both the authenticator app and the recovery codes. */
export const ResetSecondFactor = ({ user, ...dialog }: UserDialogProps) => (
  <RemoveDialog
    {...dialog}
    call={secondFactorCalls.reset}
    input={{ personId: user.id }}
    title={`重置${nameOf(user)}的两步验证？`}
    text="请先当面或通过电话确认是本人。重置后凭密码即可登录，该用户退出所有登录，可在个人主页重新开启。"
    verb="重置两步验证"
    done={['两步验证已重置', nameOf(user)]}
  />
)

/** Sets a new password. */
export function ResetPassword({ user, onIssued, ...dialog }: UserDialogProps & Issuing) {
  const { realname, username } = user
  const [password] = useState(generatePassword)
  return (
    <RemoveDialog
      {...dialog}
      call={userCalls.changePassword}
      input={{ username, password }}
      title={`重置${nameOf(user)}的密码？`}
      text="原密码立即失效，该用户退出所有登录；系统生成新密码，只显示一次，下次登录须修改。"
      verb="重置密码"
      danger={false}
      onRemoved={() => onIssued({ title: `${realname}的密码已重置`, username, password })}
    />
  )
}
