import { setTimeout as pause } from 'node:timers/promises'
import { auditLog } from '../src/modules/audit-log/index.ts'
import { runOnce } from '../src/kernel/upkeep.ts'
import type { Harness } from './harness.ts'

/** As long as a server that is killed, or that seals at the same time, may hold a company's chain. */
const PATIENCE_MS = 10_000

type Sealed = Pick<Harness, 'pool' | 'env' | 'owner'>

/** Lets the audit log take in all that was done, as servers do portion by portion every second. */
export async function sealAudit({ pool, env, owner }: Sealed): Promise<void> {
  const sealing = auditLog.upkeep.filter(({ everyMs }) => everyMs <= 1000)
  const countWaiting = async () =>
    (await owner.query<{ n: number }>('select count(*)::int as n from audit_pending')).rows[0]!.n
  let waiting = Infinity
  for (let until = Date.now() + PATIENCE_MS; waiting > 0 && Date.now() < until;) {
    for (const upkeep of sealing) await runOnce(pool, upkeep, env)
    const left = await countWaiting()
    if (left < waiting) until = Date.now() + PATIENCE_MS
    else await pause(50)
    waiting = left
  }
}
