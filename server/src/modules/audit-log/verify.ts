import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { inTenant } from '../../kernel/transaction.ts'

export type Verdict = {
  /** How many entries were compared. */
  compared: number
  /** The last one that fits, or the end of the chain. */
  lastNumber: string
  /** The first one that does not fit, and why; null for a whole chain. */
  broken: { number: string; reason: string } | null
}

type Link = { number: string; hash: Buffer; content: string }
type Head = { number: string; hash: Buffer; base: string; baseHash: Buffer }

const PAGE = 20_000

/** The columns that app.audit_content covers, in its order. It is not called: whoever tampers could replace it. */
const COVERED = [
  'tenant_id::text',
  'number::text',
  '(extract(epoch from at) * 1000000)::bigint::text',
  'kind',
  'object',
  'record',
  'name',
  'parent',
  'user_id::text',
  'session_id::text',
  'address',
  'agent',
  'call',
  'request',
  'changes::text',
]

const CONTENT = sql.raw(
  COVERED.map((text) => `coalesce(octet_length(${text}) || ':' || (${text}), '-') || ','`).join(' || '),
)

/** Reads rows of one company. */
type Ask = <Row extends object>(statement: RawBuilder<Row>) => Promise<Row[]>

/**
 * Compares a company's chain with what its entries say, from the oldest entry to the head that the log had when this
 * began. `onPage` hears how far it is and may throw to stop.
 */
export async function verifyChain(
  pool: pg.Pool,
  tenant: number,
  onPage: (done: number, total: number) => Promise<void> = async () => {},
): Promise<Verdict> {
  const ask: Ask = (statement) => inTenant(pool, tenant, async (db) => (await statement.execute(db)).rows)
  const [head] = await ask(
    sql<Head>`select number, hash, base_number as base, base_hash as "baseHash" from audit_head`,
  )
  if (!head)
    return lost(await ask(sql<{ number: string | null }>`select min(number) as number from audit_entry`))
  const total = Number(BigInt(head.number) - BigInt(head.base))
  let hash = head.baseHash
  let last = BigInt(head.base)
  const verdict = (reason?: string): Verdict => ({
    compared: Number(last - BigInt(head.base)),
    lastNumber: String(last),
    broken: reason === undefined ? null : { number: String(last + 1n), reason },
  })
  while (last < BigInt(head.number)) {
    const links = await ask(sql<Link>`
      select number, hash, ${CONTENT} as content from audit_entry
      where number > ${String(last)}::bigint and number <= ${head.number}::bigint order by number limit ${PAGE}`)
    for (const link of links) {
      if (BigInt(link.number) !== last + 1n) return verdict('条目缺失')
      const expected = createHash('sha256').update(hash).update(link.content).digest()
      if (!expected.equals(link.hash)) return verdict('内容与摘要不符')
      hash = expected
      last += 1n
    }
    if (links.length === 0) return verdict('条目缺失')
    await onPage(Number(last - BigInt(head.base)), total)
  }
  if (!hash.equals(head.hash))
    return { ...verdict(), broken: { number: head.number, reason: '与链尾摘要不符' } }
  const rewritten = await otherThanKept(ask, head)
  return rewritten === null ? verdict() : { ...verdict(), broken: rewritten }
}

/** The first entry that is another than when a day's digest, or the end of what expired, was written down. */
async function otherThanKept(ask: Ask, { base, baseHash }: Head): Promise<Verdict['broken']> {
  const [digest] = await ask(sql<{ number: string }>`
    select d.number from audit_digest d left join audit_entry e on e.tenant_id = d.tenant_id and e.number = d.number
    where d.number > ${base}::bigint and e.hash is distinct from d.hash order by d.number limit 1`)
  if (digest) return { number: digest.number, reason: '与每日摘要不符' }
  if (base === '0') return null
  const [expired] = await ask(sql<{ number: string; digest: string | null }>`
    select number, changes ->> 'digest' as digest from audit_entry
    where kind = 'expire' and record = ${base} order by number limit 1`)
  // Until the entry is sealed, it is not in the chain.
  if (!expired || expired.digest === baseHash.toString('hex')) return null
  return { number: expired.number, reason: '与到期摘要不符' }
}

/** Without a head there are no entries, unless somebody removed it. */
function lost([row]: { number: string | null }[]): Verdict {
  const number = row?.number ?? null
  return {
    compared: 0,
    lastNumber: '0',
    broken: number === null ? null : { number, reason: '链尾记录缺失' },
  }
}
