import type { Received, Sent } from '@heliodesk/contract/call.ts'
import type { roleCalls } from '@heliodesk/contract/roles.ts'

export type Role = Received<typeof roleCalls.list>['records'][number]

/** A tenant has a few dozen roles at most: the list loads them without paging, up to the limit of one answer. */
export const allRoles: Sent<typeof roleCalls.list> = { pageSize: 500 }
