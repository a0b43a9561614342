import type { ExtensionLimits } from '@heliodesk/contract/extension-rules.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import type { Db } from '../../platform/postgres.ts'
import { planStep } from '../workflow/index.ts'

export const EXTENSION = 'orderExtension'

export const extensionLimits = async (db: Db): Promise<ExtensionLimits> =>
  (await readSettings(db)).business.values.extension

/** Ends the open request of a locked order, because there is nothing left to decide. */
export async function endExtension(ctx: Ctx, { id }: { id: string }, why: string): Promise<void> {
  const subject = { businessType: EXTENSION, businessId: id }
  const step = await planStep(ctx, subject, ctx.who.userId, (run) => run.end('voided', why))
  await sql`with ${step.rows} select app.announce('process')`.execute(ctx.db)
  await step.carryOn()
}
