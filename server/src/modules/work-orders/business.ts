import { sql } from 'kysely'
import { mayDo } from '../../kernel/rights.ts'
import { visibleThrough } from '../../kernel/scope.ts'
import { unfit } from '../task-types/index.ts'
import { registerBusiness, registerRule } from '../workflow/index.ts'
import { pastOf } from './adopt.ts'
import { isTodo } from './conditions.ts'
import { lockOrder, ORDER, shippedProcesses } from './process.ts'
import { executorsAsSigner } from './signer.ts'

const ROW = {
  of: 'work_order',
  as: 'o',
  isThis: sql`o.tenant_id = i.tenant_id and o.id = i.business_id`,
} as const

registerBusiness(ORDER, {
  title: '工单',
  hasOwnCalls: true,
  lock: lockOrder,
  // The order names them, also those who do not work here any more: it is reassigned, not left without anybody.
  signersOf: (state, { executors }) =>
    state === '2' ? [executorsAsSigner((executors ?? []) as string[])] : null,
  isReadable: (who) => sql`(${mayDo(who.userId, 'order:list')} and ${visibleThrough(who, 'i', ROW)})`,
  isTodo: ({ who }) => sql`exists (
    select from work_order o where o.tenant_id = i.tenant_id and o.id = i.business_id and ${isTodo(who.userId)})`,
  past: pastOf,
})
for (const key of shippedProcesses) registerRule(key, unfit)
