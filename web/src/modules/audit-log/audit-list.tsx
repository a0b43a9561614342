import {
  auditKinds,
  type AuditEntry,
  type AuditKind,
  type auditLogCalls,
} from '@heliodesk/contract/audit-log.ts'
import { auditObjects } from '@heliodesk/contract/audit-objects.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { byPerson } from '../../domain/record-filters.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import css from './audit-log.module.css'

type Query = Sent<typeof auditLogCalls.list>

export const auditFilters: readonly Filter<Query>[] = [
  { name: 'keyword', label: '关键词', kind: 'input', placeholder: '单号、新旧值' },
  { name: 'days', label: '时间', kind: 'dates', from: 'from', until: 'to' },
  { name: 'object', label: '对象', kind: 'select', choices: auditObjects, single: true },
  { name: 'person', label: '谁', field: 'personId', ...byPerson },
]

/** How each kind looks; its word tells the kinds apart without colour. */
const looks: Record<AuditKind, string> = {
  create: 'ok',
  edit: 'proc',
  remove: 'err',
  see: 'check',
  export: 'undo',
  refuse: 'err',
  expire: '',
}

export const KindTag = ({ kind }: { kind: AuditKind }) => (
  <span className={`tag ${looks[kind]}`}>{auditKinds[kind]}</span>
)

/** Who did it; nobody is the system. */
export const whoOf = ({ userId, realname }: Pick<AuditEntry, 'realname' | 'userId'>): string =>
  userId === null ? '系统' : (realname ?? '已删除的用户')

export const nameOf = ({ objectTitle, name, record }: AuditEntry): string =>
  `${objectTitle} ${name || `#${record}`}`

export const auditColumns: readonly Column<AuditEntry>[] = [
  textColumn('time', '时间', 168, { lock: true }),
  { key: 'realname', title: '谁', width: 100, cell: (entry) => <b>{whoOf(entry)}</b> },
  textColumn('address', '来自', 124, { fold: 1 }),
  { key: 'kind', title: '动作', width: 72, cell: ({ kind }) => <KindTag kind={kind} /> },
  {
    key: 'name',
    title: '对象',
    width: 190,
    grow: true,
    cell: (entry) => <span className={css.name}>{nameOf(entry)}</span>,
  },
  textColumn('summary', '内容', 180, { grow: true, fold: 2 }),
  textColumn('device', '设备', 180, { hidden: true }),
  textColumn('number', '序号', 100, { hidden: true }),
]
