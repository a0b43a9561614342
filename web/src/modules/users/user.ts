import type { Received } from '@heliodesk/contract/call.ts'
import type { userCalls } from '@heliodesk/contract/users.ts'

export type User = Received<typeof userCalls.list>['records'][number]

/** The data scope of a person, in words. */
export function scopeOf({ hasAllData, relPsas }: Pick<User, 'hasAllData' | 'relPsas'>): string {
  if (hasAllData === '1') return '全部'
  return relPsas.length > 0 ? `本部门 + ${relPsas.length} 项目` : '本部门'
}

export const ABOVE = '其权限或数据范围高于您，不能操作'

/** Why an action on this person is not available, or null; the server makes the final check. */
export function refusalsFor({ id, manageable }: Pick<User, 'id' | 'manageable'>, ownId: string | undefined) {
  const above = manageable ? null : ABOVE
  const own = id === ownId
  return {
    edit: above,
    freeze: above ?? (own ? '不能冻结自己的账号' : null),
    remove: above ?? (own ? '不能删除自己的账号' : null),
    handOver: above ?? (own ? '不能办理自己的离职交接，请由其他管理员办理' : null),
    sessions: own ? '请在用户菜单“登录设备”中查看自己的登录' : null,
    resetSecondFactor: above ?? (own ? '请在个人主页关闭自己的两步验证' : null),
    resetPassword: above ?? (own ? '请通过“修改密码”修改自己的密码' : null),
  }
}
