import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { administratorRole, type roleCalls } from '@heliodesk/contract/roles.ts'
import { useSession } from '../../lib/session.ts'

export type Role = Received<typeof roleCalls.list>['records'][number]

/** A tenant has some dozen roles: the list shows them without pages, as far as one answer goes. */
export const allRoles: Sent<typeof roleCalls.list> = { pageSize: 500 }

/** Why the whole role is closed to this user, or null; what may be given one by one is another question. */
export function useRoleRefusal({ roleCode }: Role): string | null {
  const administers = useSession(({ user }) =>
    user?.roles.some((mine) => mine.roleCode === administratorRole),
  )
  return roleCode === administratorRole && !administers ? '只有管理员可以修改管理员角色的权限' : null
}
