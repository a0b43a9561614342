import { auditKinds, auditQuery } from '@heliodesk/contract/audit-log.ts'
import { sql } from 'kysely'
import { cellsOf } from '../../kernel/cursor.ts'
import { offerExport, rowColumn, type RowColumn } from '../../kernel/export-kind.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { pairsOf, shownPairs, titleOfObject } from './changes.ts'
import { columns as entryColumns, entries, matching, type Row } from './list.ts'

type WholeRow = Row & { session: string | null; call: string | null; request: string | null; hash: string }

const unnamed = new Map<string, string>()

const changesOf = ({ kind, changes }: Row, zone: string) =>
  shownPairs(pairsOf(kind, changes), { names: unnamed, zone })
    .map(({ title, before, after }) =>
      kind === 'edit'
        ? `${title}：${before ?? '--'} → ${after ?? '--'}`
        : `${title}：${before ?? after ?? '--'}`,
    )
    .join('；')
    // A cell of a spreadsheet holds no more.
    .slice(0, 32_000)

const columns: RowColumn<WholeRow>[] = [
  rowColumn('序号', 'text', 14, ({ number }) => number),
  rowColumn('时间', 'time', 20, ({ at }, zone) => toWireTime(at, zone)),
  rowColumn('谁', 'text', 12, ({ userId, realname }) => (userId === null ? '系统' : realname)),
  rowColumn('账号', 'text', 14, ({ username }) => username),
  rowColumn('地址', 'text', 16, ({ address }) => address),
  rowColumn('设备', 'text', 22, ({ agent }) => agent),
  rowColumn('会话', 'text', 38, ({ session }) => session),
  rowColumn('动作', 'text', 8, ({ kind }) => auditKinds[kind]),
  rowColumn('对象', 'text', 14, ({ object }) => titleOfObject(object)),
  rowColumn('名称', 'text', 28, ({ name, parent, record }) => name ?? parent ?? record),
  rowColumn('内容', 'text', 60, changesOf),
  rowColumn('接口', 'text', 34, ({ call }) => call),
  rowColumn('请求编号', 'text', 38, ({ request }) => request),
  rowColumn('摘要', 'text', 66, ({ hash }) => hash),
]

offerExport('auditEntries', {
  columns: columns.map(({ title, type, width }) => ({ title, type, width })),
  async open(ctx, query) {
    const filters = matching(auditQuery.parse(query), ctx.who.timeZone)
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from audit_entry e where ${filters}`.execute(ctx.db)
    const statement = sql<WholeRow>`
      select ${entryColumns}, e.session_id as session, e.call, e.request, encode(e.hash, 'hex') as hash
      ${entries} where ${filters} order by e.number desc`
    return {
      rowCount: one(counted.rows).n,
      pages: cellsOf(ctx.db, 'exported_entries', statement, (row) =>
        columns.map(({ cell }) => cell(row, ctx.who.timeZone)),
      ),
    }
  },
})
