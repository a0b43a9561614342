import { outageCalls } from '@heliodesk/contract/outages.ts'
import { defineModule } from '../../kernel/context.ts'
import './first-data.ts'
import { listOutages } from './rows.ts'
import { calculateOutages, removeOutage, saveOutage } from './write.ts'

/** What is out because of an order, and what it costs. */
export const outages = defineModule(outageCalls, {
  list: listOutages,
  save: saveOutage,
  remove: removeOutage,
  calculate: calculateOutages,
})
