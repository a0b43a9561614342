import { appearanceCalls } from '@heliodesk/contract/appearance.ts'
import { appearanceSheetCalls } from '@heliodesk/contract/appearance-sheet.ts'
import { defineModule } from '../../kernel/context.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { admitReaders } from '../files/index.ts'
import { scoreExport } from './export.ts'
import './first-data.ts'
import { listItems, pageItems, readItem, removeItem, saveItem, showRules, tellTicket } from './items.ts'
import { addItemPhoto, assess, removeItemPhoto, reportRework, review } from './marking.ts'
import { showSheet } from './sheet.ts'

offerExport('appearanceScores', scoreExport)

/** Everybody of the company may see how an item should look. */
admitReaders('example', async () => true)

/** What appearance inspections look at. */
export const appearanceItems = defineModule(appearanceCalls, {
  page: pageItems,
  list: listItems,
  detail: (ctx, { id }) => readItem(ctx, id),
  insert: saveItem,
  remove: removeItem,
  isNeedTicket: tellTicket,
  rules: showRules,
})

/** The sheets of orders, from the self-assessment to the last check. */
export const appearanceSheets = defineModule(appearanceSheetCalls, {
  sheet: showSheet,
  assess,
  review,
  rework: reportRework,
  addPhoto: addItemPhoto,
  removePhoto: removeItemPhoto,
})
