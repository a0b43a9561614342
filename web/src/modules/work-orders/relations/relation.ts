import type { Received } from '@heliodesk/contract/call.ts'
import type { orderRelationCalls } from '@heliodesk/contract/order-relations.ts'

export type RelationList = Received<typeof orderRelationCalls.list>
export type Relation = RelationList['rows'][number]
export type OtherOrder = Relation['order']
