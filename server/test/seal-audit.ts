import { auditLog } from '../src/modules/audit-log/index.ts'
import { runOnce } from '../src/kernel/upkeep.ts'
import type { Harness } from './harness.ts'

/** Lets the audit log take in what was done, as a server does every second. */
export const sealAudit = async ({ pool, env }: Pick<Harness, 'pool' | 'env'>): Promise<void> => {
  for (const upkeep of auditLog.upkeep.filter(({ everyMs }) => everyMs <= 1000))
    await runOnce(pool, upkeep, env)
}
