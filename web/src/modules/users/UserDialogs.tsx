import { handoverCalls, workGroups } from '@heliodesk/contract/handovers.ts'
import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import type { Issued } from '../../domain/IssuedPassword.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './handover.module.css'
import { OpenWork } from './OpenWork.tsx'
import { generatePassword } from './password.ts'
import type { User } from './user.ts'

type UserDialogProps = OverlayProps & { user: User }
type Issuing = { onIssued: (issued: Issued) => void }

const nameOf = ({ realname, username }: User) => `${realname}（${username}）`

/** Disables an account, or enables it. Of somebody who still has work, it says so and offers the hand-over. */
export function FreezeUser({ user, onHandOver, ...dialog }: UserDialogProps & { onHandOver: () => void }) {
  const freezing = user.status === '1'
  const verb = freezing ? '停用' : '启用'
  const work = useCall(
    handoverCalls.openWork,
    { personId: user.id },
    { enabled: freezing, refetchOnMount: 'always' },
  )
  const open = freezing ? (work.data ?? []).filter(({ group }) => !workGroups[group].isEnded) : []
  const hasWork = open.length > 0
  return (
    <SendDialog
      {...dialog}
      call={userCalls.frozenBatch}
      input={{ ids: user.id, status: freezing ? '2' : '1', ...(hasWork && { force: true }) }}
      title={`${verb}用户${nameOf(user)}？`}
      text={
        !freezing
          ? '启用后可用原密码登录，角色和数据范围不变。'
          : hasWork
            ? '还有未交接的工作，停用后没有人办理。建议先办理离职交接。'
            : '停用后立即退出所有登录，不能再登录；姓名和记录保留。'
      }
      verb={hasWork ? '仍要停用' : verb}
      danger={freezing}
      refusal={freezing && work.isPending ? '正在查询未交接的工作' : null}
      said={() => [`用户已${verb}`, nameOf(user)]}
    >
      {hasWork && (
        <div className={css.asked}>
          <Button icon={ArrowRightLeft} onClick={onHandOver}>
            离职交接
          </Button>
          <OpenWork groups={open} />
        </div>
      )}
    </SendDialog>
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
