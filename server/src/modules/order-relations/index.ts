import { orderRelationCalls } from '@heliodesk/contract/order-relations.ts'
import { defineModule } from '../../kernel/context.ts'
import './first-data.ts'
import { listRelations } from './rows.ts'
import { addRelation, removeRelation } from './write.ts'

export { relate } from './write.ts'

/** Orders that belong together. */
export const orderRelations = defineModule(orderRelationCalls, {
  list: listRelations,
  add: addRelation,
  remove: removeRelation,
})
