import type { Received } from '@heliodesk/contract/call.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'

export type Zone = Received<typeof cleaningCalls.select>['pageList'][number]
