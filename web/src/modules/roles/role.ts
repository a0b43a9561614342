import type { Received, Sent } from '@heliodesk/contract/call.ts'
import type { roleCalls } from '@heliodesk/contract/roles.ts'

export type Role = Received<typeof roleCalls.list>['records'][number]

/** A tenant has some dozen roles: the list shows them without pages, as far as one answer goes. */
export const allRoles: Sent<typeof roleCalls.list> = { pageSize: 500 }
