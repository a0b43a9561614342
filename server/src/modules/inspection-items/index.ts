import { inspectionItemCalls } from '@heliodesk/contract/inspection-items.ts'
import { defineModule } from '../../kernel/context.ts'
import './first-data.ts'
import { countCategories, pageItems, readItem } from './rows.ts'
import { addItem, deleteItems, previewLimits, updateItem } from './write.ts'

export { offerItemUse } from './uses.ts'
export { addImportedItems, type NewItem } from './write.ts'

/** What inspections look at, and by which limits. */
export const inspectionItems = defineModule(inspectionItemCalls, {
  page: pageItems,
  add: addItem,
  update: updateItem,
  itemInfo: (ctx, { id }) => readItem(ctx, id),
  batchDel: deleteItems,
  categories: countCategories,
  preview: previewLimits,
})
