import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { own } from '@heliodesk/contract/own.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { isRecord, settingSchemas } from '../../kernel/settings.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { pairsOf, refsOf, shownPairs, type Pair } from './changes.ts'
import { columns, entries, ofRecord, refsOfRow, toEntry, type Row } from './list.ts'
import { namesOf } from './names.ts'
import { restorability } from './restore.ts'

type Detail = Output<(typeof auditLogCalls)['detail']>

type WholeRow = Row & {
  session: string | null
  call: string | null
  request: string | null
  digestDay: string | null
}

export async function getEntry(
  ctx: Ctx,
  { number }: Input<(typeof auditLogCalls)['detail']>,
  titleOfCall: (call: string) => string | null,
): Promise<Detail> {
  const { rows } = await sql<WholeRow>`
    select ${columns}, e.session_id as session, e.call, e.request,
      (select min(day) from audit_digest d where d.number >= e.number) as "digestDay"
    ${entries} where e.number = ${number}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw notFound()
  const pairs = settingsApart(row, pairsOf(row.kind, row.changes))
  const names = await namesOf(ctx, [...refsOfRow(row), ...refsOf(pairs)])
  const [object = row.object, record = row.record] = row.parent?.split('/') ?? []
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from audit_entry e where ${ofRecord(object, record)}`.execute(ctx.db)
  const time = toWireTime(row.at, ctx.who.timeZone)
  return {
    ...toEntry(row, names, ctx.who.timeZone),
    at: `${time}.${String(row.at.getUTCMilliseconds()).padStart(3, '0')}`,
    session: row.session,
    call: row.call,
    callTitle: row.call && titleOfCall(row.call),
    request: row.request,
    changes: shownPairs(pairs, { names, zone: ctx.who.timeZone }),
    chain: await neighbours(ctx, number),
    of: { object, record, total: one(counted.rows).total },
    digestDay: row.digestDay,
    restore: await restorability(ctx, row),
  }
}

/** Settings are kept as one value; people read them one by one. */
function settingsApart({ object, record }: WholeRow, pairs: Pair[]): Pair[] {
  if (object !== 'tenant_setting') return pairs
  const { shape } = settingSchemas[record === 'system' ? 'system' : 'business']
  const titles = new Map(Object.entries(shape).map(([name, schema]) => [name, schema.meta()?.title ?? name]))
  return pairs.flatMap((pair) => {
    if (pair.column !== 'settings') return [pair]
    const before: Record<string, unknown> = isRecord(pair.before) ? pair.before : {}
    const after: Record<string, unknown> = isRecord(pair.after) ? pair.after : {}
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => !isDeepStrictEqual(own(before, name), own(after, name)))
      .map((name) => ({
        column: titles.get(name) ?? name,
        before: own(before, name) ?? null,
        after: own(after, name) ?? null,
      }))
  })
}

async function neighbours({ db }: Ctx, number: string): Promise<Detail['chain']> {
  const { rows } = await sql<Detail['chain'][number]>`
    select e.number, encode(e.hash, 'hex') as hash, encode(coalesce(
        (select p.hash from audit_entry p where p.number = e.number - 1), h.base_hash), 'hex') as previous
    from audit_entry e join audit_head h on h.tenant_id = e.tenant_id
    where e.number between ${number}::bigint - 1 and ${number}::bigint + 1 order by e.number`.execute(db)
  return rows
}
