import { auditObjects } from '@heliodesk/contract/audit-objects.ts'
import type { AuditKind } from '@heliodesk/contract/audit-log.ts'
import { maskIdentity } from '@heliodesk/contract/identity-numbers.ts'
import { own } from '@heliodesk/contract/own.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { z } from 'zod'
import { toWireTime } from '../../kernel/wire-time.ts'
import { keyOfRef, tableOfColumn, type Ref } from './names.ts'
import { titleOfColumn } from './titles.ts'

/** What an entry holds of its record, by column: `[before, after]` of an edit, otherwise the value. */
export type Changes = Record<string, unknown> | null

export type Pair = { column: string; before: unknown; after: unknown }

/** As app.is_personal (0181_audit.sql). */
const PERSONAL = /phone|mobile|telephone|identity|id_card/

const both = z.tuple([z.unknown(), z.unknown()])

export function pairsOf(kind: AuditKind, changes: Changes): Pair[] {
  return Object.entries(changes ?? {}).map(([column, value]) => {
    const pair = kind === 'edit' ? both.safeParse(value).data : undefined
    if (pair) return { column, before: pair[0], after: pair[1] }
    return kind === 'remove' ? { column, before: value, after: null } : { column, before: null, after: value }
  })
}

/** The records that the values of a change name. */
export const refsOf = (pairs: readonly Pair[]): Ref[] =>
  pairs.flatMap(({ column, before, after }) => {
    const table = tableOfColumn(column)
    if (table === null) return []
    return [before, after].flatMap((value) =>
      value === null || value === undefined ? [] : [{ table, id: textOf(value) }],
    )
  })

export const titleOfObject = (object: string): string => own(auditObjects, object) ?? object

const titleOf = (column: string) => titleOfColumn(column) ?? column

/** The names of what values refer to, by `keyOfRef`, and the zone of times. */
export type Words = { names: ReadonlyMap<string, string>; zone: string }

/** A time as PostgreSQL writes it into JSON. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/

/** A value as a text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A value for people, with the name of what it refers to; the middle of personal numbers is masked. */
function shown(column: string, value: unknown, { names, zone }: Words): string | null {
  if (value === null || value === undefined || value === '') return null
  if (PERSONAL.test(column)) return masked(textOf(value))
  const table = tableOfColumn(column)
  const name = table === null ? undefined : names.get(keyOfRef({ table, id: textOf(value) }))
  if (name !== undefined) return name
  if (column === 'right' && typeof value === 'string') return `${titleOfPermission(value)} ${value}`
  if (typeof value === 'string' && TIME.test(value)) return toWireTime(new Date(value), zone)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return maskIdentity(value.join('、'))
  return maskIdentity(textOf(value))
}

/** A number with its middle hidden: 138****0000. */
export const masked = (text: string): string =>
  text.length < 7 ? '****' : `${text.slice(0, 3)}****${text.slice(-4)}`

export const shownPairs = (pairs: readonly Pair[], words: Words) =>
  pairs
    .filter(({ column }) => column !== 'shown_fields')
    .map(({ column, before, after }) => ({
      column,
      title: column === 'shown' ? '显示的内容' : titleOf(column),
      before: shown(column, before, words),
      after: shown(column, after, words),
    }))

const MOST_WORDS = 60

/** What a record is about stands in the first of these that it has. */
const GIST = ['task_description', 'subject', 'description', 'reason', 'text', 'content', 'note', 'remark']

function gistOf(changes: Changes): string {
  const texts = GIST.map((column) => own(changes ?? {}, column)).filter((value) => typeof value === 'string')
  return maskIdentity(texts.find((text) => text !== '') ?? '').slice(0, MOST_WORDS)
}

/** What happened, in a few words: of an edit the fields, of others what is known best. */
export function summaryOf(kind: AuditKind, changes: Changes, zone: string): string {
  const words = { names: new Map<string, string>(), zone }
  const pairs = pairsOf(kind, changes)
  if (kind === 'refuse') return `缺少权限：${shown('right', changes?.right, words) ?? ''}`
  if (kind === 'see') return `查看${shown('shown', changes?.shown, words) ?? ''}`
  if (kind === 'export') return `${textOf(changes?.rows ?? 0)} 行，${textOf(changes?.format ?? '')}`
  if (kind === 'expire')
    return `保留期满，删除 ${textOf(changes?.from ?? '')}–${textOf(changes?.until ?? '')}`
  if (kind !== 'edit') return gistOf(changes)
  const fields = pairs.filter(({ column }) => column !== 'version')
  const [only] = fields
  if (only && fields.length === 1) {
    const before = shown(only.column, only.before, words) ?? '--'
    const after = shown(only.column, only.after, words) ?? '--'
    if (before.length + after.length <= MOST_WORDS) return `${titleOf(only.column)} ${before} → ${after}`
  }
  const titles = fields.slice(0, 3).map(({ column }) => titleOf(column))
  return fields.length > 3 ? `${titles.join('、')}等 ${fields.length} 项` : titles.join('、') || '版本'
}
