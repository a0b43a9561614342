import { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { titleOfCall } from '../../kernel/call-titles.ts'
import { defineModule } from '../../kernel/context.ts'
import { askVerification, stateOf, verification } from './checks.ts'
import { getEntry } from './detail.ts'
import './export.ts'
import { countEntries, listEntries } from './list.ts'
import { restoreEntry } from './restore.ts'
import { digesting, sealing } from './upkeep.ts'

export { verifyChain } from './verify.ts'

export const auditLog = defineModule(
  auditLogCalls,
  {
    list: listEntries,
    counts: countEntries,
    detail: (ctx, input) => getEntry(ctx, input, titleOfCall),
    restore: restoreEntry,
    state: (ctx) => stateOf(ctx),
    async verify(ctx) {
      await askVerification(ctx.db, ctx.who.userId)
      return stateOf(ctx)
    },
  },
  [sealing, digesting],
  [verification],
)
