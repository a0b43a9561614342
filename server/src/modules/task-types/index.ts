import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { defineModule } from '../../kernel/context.ts'
import {
  addType,
  arrangeTypes,
  discardDraft,
  editType,
  getType,
  listTypes,
  publishType,
  setTypeActive,
} from './designing.ts'
import { listChoices } from './types.ts'
import './first-data.ts'

export { readTemplates, type TaskTemplate } from './first-data/templates.ts'
export { unfit } from './process-rule.ts'
export { requireProcess } from './processes.ts'
export { processesByType, typeForNewOrder, typeOfOrder, workDocument, type TypeVersion } from './types.ts'

export const taskTypes = defineModule(taskTypeCalls, {
  choices: listChoices,
  list: listTypes,
  detail: (ctx, { id }) => getType(ctx, id),
  add: addType,
  edit: editType,
  discard: discardDraft,
  publish: publishType,
  setActive: setTypeActive,
  arrange: arrangeTypes,
})
