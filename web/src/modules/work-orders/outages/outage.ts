import type { Received } from '@heliodesk/contract/call.ts'
import type { outageCalls } from '@heliodesk/contract/outages.ts'

export type OutageList = Received<typeof outageCalls.list>
export type Outage = OutageList['rows'][number]
