import type { Received } from '@heliodesk/contract/call.ts'
import type { taskTypeCalls } from '@heliodesk/contract/task-types.ts'

export type DesignedType = Received<typeof taskTypeCalls.detail>
export type Definition = DesignedType['definition']
export type TypeHead = Received<typeof taskTypeCalls.list>[number]
