import type { Received } from '@heliodesk/contract/call.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { own } from '@heliodesk/contract/own.ts'
import { useQuery } from '@tanstack/react-query'
import type { Sort } from '../../kit/page-table/paging.ts'
import { send, type CallError } from '../../lib/call.ts'
import { keyOf } from '../../lib/queries.ts'

export type Dictionary = Received<typeof dictionaryCalls.add>
export type Item = Received<typeof dictionaryCalls.addItem>

const MOST_PER_PAGE = 500

const byText = new Intl.Collator('zh-CN', { numeric: true }).compare
const byCode = (one: Dictionary, other: Dictionary) => byText(one.dictCode, other.dictCode)

const allDictionaries = {
  queryKey: keyOf(dictionaryCalls.list, 'all'),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Dictionary[]> => {
    const all: Dictionary[] = []
    for (let pageNo = 1; ; pageNo++) {
      const page = await send(dictionaryCalls.list, { pageNo, pageSize: MOST_PER_PAGE }, { signal })
      all.push(...page.records)
      if (page.records.length === 0 || all.length >= page.total) return all.toSorted(byCode)
    }
  },
}

/** Every dictionary of the tenant: there are few, so the search runs in the browser. */
export const useDictionaries = () => useQuery<Dictionary[], CallError>(allDictionaries)

/** The dictionary to show after one was removed: the next, else the previous. */
export function neighbourOf(dictionaries: readonly Dictionary[], id: string): Dictionary | null {
  const index = dictionaries.findIndex((each) => each.id === id)
  return dictionaries[index + 1] ?? dictionaries[index - 1] ?? null
}

export const removalRefusal = ({ builtIn }: Dictionary): string | null =>
  builtIn ? '内置字典由程序使用，不能删除' : null

const compareBy: Record<string, (one: Item, other: Item) => number> = {
  itemText: (one, other) => byText(one.itemText, other.itemText),
  itemValue: (one, other) => byText(one.itemValue, other.itemValue),
  sortOrder: (one, other) => one.sortOrder - other.sortOrder,
}

export type LevelItem = Item & { level: number; childCount: number }

/** Items below their parents, each level in the chosen order, else in their own order. */
export function itemsInLevels(items: readonly Item[], { field, kind }: Sort): LevelItem[] {
  const compare = kind === '' ? undefined : own(compareBy, field)
  const sorted = compare
    ? items.toSorted((one, other) => (kind === 'asc' ? compare(one, other) : compare(other, one)))
    : items
  const below = new Map<string | null, Item[]>()
  for (const item of sorted) {
    const beside = below.get(item.parentId)
    if (beside) beside.push(item)
    else below.set(item.parentId, [item])
  }
  const branch = (parentId: string | null, level: number): LevelItem[] =>
    (below.get(parentId) ?? []).flatMap((item) => [
      { ...item, level, childCount: below.get(item.id)?.length ?? 0 },
      ...branch(item.id, level + 1),
    ])
  return branch(null, 0)
}

/** The possible parents of an item: all except itself and its descendants. */
export function parentsFor(items: readonly Item[], id: string | null): LevelItem[] {
  const all = itemsInLevels(items, { field: '', kind: '' })
  const start = all.findIndex((each) => each.id === id)
  if (start < 0) return all
  const after = all.findIndex(({ level }, at) => at > start && level <= all[start]!.level)
  return all.filter((_each, at) => at < start || (after >= 0 && at >= after))
}

const LAST_PLACE = 9999

/** The sort order that places a new item last, within the limit. */
export const nextSortOrder = (items: readonly Item[]): number =>
  Math.min(LAST_PLACE, Math.max(0, ...items.map(({ sortOrder }) => sortOrder)) + 1)

/** Normalizes a typed or pasted colour to #RRGGBB where possible. */
export function tidyColour(text: string): string {
  const digits = text.trim().replace(/^#/, '')
  if (/^[0-9a-f]{6}$/i.test(digits)) return `#${digits.toUpperCase()}`
  if (!/^[0-9a-f]{3}$/i.test(digits)) return text.trim()
  return `#${digits.replaceAll(/./g, '$&$&').toUpperCase()}`
}
