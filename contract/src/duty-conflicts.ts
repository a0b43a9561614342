import type { z } from 'zod'
import { keyOf } from './fields.ts'
import type { PermissionCode } from './permissions.ts'

type Conflict = { codes: readonly [PermissionCode, PermissionCode]; reason: string }

/**
 * Pairs of permissions that one person should not hold together, and why. They are warnings: nothing refuses them,
 * because a small crew cannot always do without.
 */
export const dutyConflicts = {
  createCheck: {
    codes: ['order:create', 'order:check'],
    reason: '报单人自己验收，缺陷是否存在、是否消除都没有第二个人看过；缺陷工单的报单人验收时，系统仍会拒绝',
  },
  executeCheck: {
    codes: ['order:execute', 'order:check'],
    reason: '执行人自己验收，质量由本人说了算；同一张工单的执行人验收时，系统仍会拒绝',
  },
  extendAudit: {
    codes: ['order:extend', 'order:audit'],
    reason: '自己申请延期、自己批准，超时统计会失真',
  },
  executeTerminate: {
    codes: ['order:execute', 'order:terminate'],
    reason: '执行人可以作废自己没有完成的工单，未完成的工作从统计中消失',
  },
  assignExecute: {
    codes: ['order:assign', 'order:execute'],
    reason: '自己派单给自己并填报工时，工作量没有第二个人核对',
  },
  userRole: {
    codes: ['user:manage', 'role:manage'],
    reason: '可以先放宽角色、再授予任何人，权限变更没有第二个人把关',
  },
  userSetting: {
    codes: ['user:manage', 'setting:system'],
    reason: '既能放宽登录安全要求，又能重置他人密码，可能冒用他人账号',
  },
} as const satisfies Record<string, Conflict>

export const conflictKey = keyOf(dutyConflicts)
export type ConflictKey = z.output<typeof conflictKey>

const keys: readonly ConflictKey[] = conflictKey.options

/** The conflicts between the permissions that a person or a role holds. */
export function conflictsOf(held: Iterable<string>): ConflictKey[] {
  const codes = new Set(held)
  return keys.filter((key) => dutyConflicts[key].codes.every((code) => codes.has(code)))
}
