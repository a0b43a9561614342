import type { Pool } from 'pg'
import { Transaction } from '../kernel/transaction.ts'
import { findCrews } from '../modules/tickets/first-data/crews.ts'
import { Life, stories } from '../modules/tickets/first-data/tickets.ts'

/**
 * Writes today's tickets of the first kind at every half hour of a day, and takes them back. A rule of days that is
 * broken around midnight throws.
 */
export async function writeAtEveryHour(pool: Pool, tenantId: number, day: Date): Promise<number> {
  const story = stories.find(({ kind, days }) => kind === 'first' && days === 0)
  let written = 0
  for (let half = 0; half < 48; half++) {
    const now = new Date(day.getTime() + half * 1_800_000)
    const { db, ...transaction } = await begin(pool, tenantId)
    const [crew] = await findCrews({ db, now })
    await new Life({ db, now }, crew!, { ...story!, until: 'toPermit' }).tell()
    await transaction.end()
    written += 1
  }
  return written
}

async function begin(pool: Pool, tenantId: number) {
  const transaction = await Transaction.begin(pool, 'command', tenantId)
  return { db: transaction.db, end: () => transaction.rollback() }
}
