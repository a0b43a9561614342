import type { Received } from '@heliodesk/contract/call.ts'
import type { accessCalls } from '@heliodesk/contract/access.ts'
import type { insightCalls } from '@heliodesk/contract/insight.ts'

export type Member = Received<typeof accessCalls.members>['records'][number]
export type Sight = Received<typeof insightCalls.sight>
export type Holder = Received<typeof accessCalls.holders>['records'][number]

/** The data scope of a person, in words. */
export function scopeOf({ hasAllData, psaCount }: Pick<Member, 'hasAllData' | 'psaCount'>): string {
  if (hasAllData === '1') return '全部数据'
  return psaCount > 0 ? `本部门及下级 + ${psaCount} 个项目` : '本部门及下级'
}
