import { dayAfter } from '@heliodesk/contract/days.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { AuditEntry, AuditKind, auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { allOf } from '../../kernel/conditions.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { pairsOf, refsOf, summaryOf, titleOfObject, type Changes } from './changes.ts'
import { namesOf, type Ref } from './names.ts'

type Filters = Omit<Input<(typeof auditLogCalls)['list']>, 'pageNo' | 'pageSize'>

export type Row = {
  number: string
  at: Date
  kind: AuditKind
  object: string
  record: string
  name: string | null
  parent: string | null
  userId: string | null
  realname: string | null
  username: string | null
  address: string | null
  agent: string | null
  changes: Changes
}

export const columns = sql`
  e.number, e.at, e.kind, e.object, e.record, e.name, e.parent, e.user_id as "userId", u.realname, u.username, e.address,
  e.agent, e.changes`

export const entries = sql`
  from audit_entry e left join app_user u on u.tenant_id = e.tenant_id and u.id = e.user_id`

/** Of a record and what belongs to it. */
export const ofRecord = (object: string, record: string) =>
  sql`((e.object = ${object} and e.record = ${record}) or e.parent = ${`${object}/${record}`})`

export function matching({ from, to, personId, object, record, keyword, kind }: Filters, zone: string) {
  const midnight = (day: string) => fromWireTime(`${day} 00:00:00`, zone)
  const start = from && midnight(from)
  const end = to && midnight(dayAfter(to))
  return allOf(
    start && sql`e.at >= ${start}`,
    end && sql`e.at < ${end}`,
    personId && sql`e.user_id = ${personId}`,
    object && (record ? ofRecord(object, record) : sql`e.object = ${object}`),
    kind && sql`e.kind = ${kind}`,
    keyword &&
      sql`e.number in (select app.find_audit(${keyword}, coalesce(${start || null}::timestamptz, '-infinity'),
        coalesce(${end || null}::timestamptz, 'infinity')))`,
  )
}

/** The record that `parent` names. */
const parentOf = (parent: string): Ref => {
  const [table = '', id = ''] = parent.split('/')
  return { table, id }
}

export const refOfParent = ({ parent, name }: Pick<Row, 'name' | 'parent'>): Ref[] =>
  name === null && parent !== null ? [parentOf(parent)] : []

export function toEntry(row: Row, names: ReadonlyMap<string, string>, zone: string): AuditEntry {
  const { number, at, kind, object, record, parent, changes, agent, ...rest } = row
  return {
    ...rest,
    id: number,
    number,
    time: toWireTime(at, zone),
    kind,
    object,
    objectTitle: titleOfObject(object),
    record,
    name: row.name ?? (parent === null ? '' : (names.get(parent) ?? '')),
    summary: summaryOf(kind, changes, zone) || nameInside(row, names),
    device: agent,
  }
}

/** What a nameless record ties to its owner, such as the permission of a role. */
function nameInside({ kind, parent, changes }: Row, names: ReadonlyMap<string, string>): string {
  return refsOf(pairsOf(kind, changes))
    .filter(({ table, id }) => `${table}/${id}` !== parent)
    .flatMap(({ table, id }) => names.get(`${table}/${id}`) ?? [])
    .join('、')
}

/** The names that entries of the list need. */
export const refsOfRow = (row: Row): Ref[] => [
  ...refOfParent(row),
  ...(row.name === null ? refsOf(pairsOf(row.kind, row.changes)) : []),
]

export async function listEntries(ctx: Ctx, input: Input<(typeof auditLogCalls)['list']>) {
  const { pageNo, pageSize } = input
  const filters = matching(input, ctx.who.timeZone)
  const { rows } = await sql<Row>`
    select ${columns} ${entries} where ${filters}
    order by e.number desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from audit_entry e where ${filters}`.execute(ctx.db)
  const names = await namesOf(ctx, rows.flatMap(refsOfRow))
  const records = rows.map((row) => toEntry(row, names, ctx.who.timeZone))
  return pagesOf(records, one(counted.rows).total, input)
}

type Counts = Output<(typeof auditLogCalls)['counts']>

const NONE: Counts['kinds'] = { create: 0, edit: 0, remove: 0, see: 0, export: 0, refuse: 0, expire: 0 }

export async function countEntries(
  ctx: Ctx,
  input: Input<(typeof auditLogCalls)['counts']>,
): Promise<Counts> {
  const { rows } = await sql<{ kind: AuditKind; n: number }>`
    select e.kind, count(*)::int as n from audit_entry e
    where ${matching({ ...input, kind: undefined }, ctx.who.timeZone)} group by 1`.execute(ctx.db)
  const kinds = { ...NONE, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) }
  return { total: rows.reduce((sum, { n }) => sum + n, 0), kinds }
}
