import type { DraftEntry } from '@heliodesk/contract/menus.ts'
import { notFound } from '../../kernel/context.ts'
import { entryOf, inOrder, type Entry } from './entries.ts'

export type Draft = { entries: DraftEntry[]; removedIds: string[] }

export type Applied = {
  /** All entries as they will be, in order. */
  after: Entry[]
  /** The new and the changed ones of them. */
  added: Entry[]
  changed: { before: Entry; after: Entry }[]
  removed: Entry[]
}

/** What a draft makes of the entries; whatever it names must exist. */
export function applyDraft(before: readonly Entry[], { entries, removedIds }: Draft): Applied {
  const byId = new Map(before.map((entry) => [entry.id, entry]))
  const gone = new Set(removedIds)
  const drafted = new Map(entries.map((sent) => [sent.key, entryOf(sent, sent.key, sent.above)]))
  const exists = (key: string) => (key.startsWith('new-') ? drafted : byId).has(key)
  const named = entries.flatMap(({ key, above }) => (above === null ? [key] : [key, above]))
  if (![...removedIds, ...named].every(exists)) throw notFound()
  const stays = before.filter(({ id }) => !gone.has(id))
  const fresh = [...drafted.values()].filter(({ id }) => !byId.has(id))
  const changed = stays.flatMap((entry) => {
    const after = drafted.get(entry.id)
    return after && !isSame(entry, after) ? [{ before: entry, after }] : []
  })
  return {
    after: inOrder([...stays.map((entry) => drafted.get(entry.id) ?? entry), ...fresh]),
    added: fresh,
    changed,
    removed: before.filter(({ id }) => gone.has(id)),
  }
}

/** The fields of an entry that a person changes, with their names in the history. */
export const fieldTitles = {
  name: '名称',
  parentId: '上级',
  sortNo: '排序',
  code: '权限码',
  path: '路径',
  url: '地址',
  component: '组件',
  redirect: '跳转',
  icon: '图标',
  hidden: '隐藏',
  alwaysShow: '只有一项也显示上级',
  keepAlive: '切走后保留内容',
  route: '注册为路由',
  external: '外部打开',
  target: '打开方式',
  status: '启用',
} as const satisfies Partial<Record<keyof Entry, string>>

export const fieldsChanged = (before: Entry, after: Entry) =>
  (Object.keys(fieldTitles) as (keyof typeof fieldTitles)[]).filter((field) => before[field] !== after[field])

const isSame = (before: Entry, after: Entry) => fieldsChanged(before, after).length === 0
