import { accessCalls } from '@heliodesk/contract/access.ts'
import { useState } from 'react'
import { FourEyesReason } from '../../domain/grant-reviews/FourEyesReason.tsx'
import { reasonRefusal, saidWaiting, useFourEyes } from '../../domain/grant-reviews/use-four-eyes.ts'
import { SendDialog } from '../../kit/SendDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import type { Member } from './access-words.ts'
import type { Role } from './role.ts'

/** Takes the role from somebody. */
export function RemoveMember({ role, member, ...overlay }: OverlayProps & { role: Role; member: Member }) {
  const waits = useFourEyes()
  const [reason, setReason] = useState('')
  return (
    <SendDialog
      {...overlay}
      danger
      wide={waits}
      verb="移出"
      title={`将“${member.realname}”移出“${role.roleName}”？`}
      text="仅由此角色得到的权限，从下一次操作起不再拥有；账号和其他角色不变。"
      call={accessCalls.removeMembers}
      input={{ roleId: role.id, userIds: member.id, reason }}
      refusal={waits ? reasonRefusal(reason) : null}
      said={() => (waits ? saidWaiting(member.realname) : ['成员已移出', member.realname])}
    >
      {waits && <FourEyesReason value={reason} onChange={setReason} />}
    </SendDialog>
  )
}
