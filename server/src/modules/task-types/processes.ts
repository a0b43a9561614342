import type { Output } from '@heliodesk/contract/call.ts'
import type { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import type { Db } from '../../platform/postgres.ts'
import { currentOf, type Known } from '../workflow/index.ts'
import { unfit } from './process-rule.ts'

/** The version of a process that new orders follow; refused if orders could not. */
export async function requireProcess(db: Db, key: string): Promise<Known> {
  const known = await currentOf(db, key)
  const [refusal] = unfit(known.process)
  if (!refusal) return known
  throw new DomainError(
    'order.process',
    `流程“${known.process.name}”不适用于工单：“${refusal.name || refusal.element}”${refusal.reason}，请联系管理员`,
  )
}

/** The processes that orders can follow. */
export async function processesForOrders({
  db,
}: Ctx): Promise<Output<(typeof taskTypeCalls)['detail']>['processes']> {
  const newest = await db
    .selectFrom('process_definition')
    .distinctOn('key')
    .select(['key', 'name', 'version'])
    .where('active', '=', true)
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute()
  const fitting: typeof newest = []
  for (const each of newest)
    if (unfit((await currentOf(db, each.key)).process).length === 0) fitting.push(each)
  return fitting
}
