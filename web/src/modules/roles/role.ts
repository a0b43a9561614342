import type { Received, Sent } from '@heliodesk/contract/call.ts'
import type { roleCalls } from '@heliodesk/contract/roles.ts'

export type Role = Received<typeof roleCalls.list>['records'][number]

/** A tenant has some dozen roles; one page holds them all. */
export const allRoles: Sent<typeof roleCalls.list> = { pageSize: 500 }
