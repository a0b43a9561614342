import { menuKinds, type DraftEntry } from '@heliodesk/contract/menus.ts'
import { below, isButton, isNew, type Item } from './items.ts'

const sentOf = (item: Item): DraftEntry => {
  const { kind: _kind, builtIn: _builtIn, kept: _kept, roles: _roles, userCount: _users, ...entry } = item
  return entry
}

const same = (one: Item, other: Item) => JSON.stringify(sentOf(one)) === JSON.stringify(sentOf(other))

export type Draft = { entries: DraftEntry[]; removedIds: string[] }

/** What differs from the saved menu, as it is sent. */
export function draftOf(base: readonly Item[], items: readonly Item[]): Draft {
  const before = new Map(base.map((item) => [item.key, item]))
  const keys = new Set(items.map(({ key }) => key))
  const isChanged = (item: Item) => {
    const was = before.get(item.key)
    return !was || !same(was, item)
  }
  return {
    entries: items.filter(isChanged).map(sentOf),
    removedIds: base.filter(({ key }) => !keys.has(key)).map(({ key }) => key),
  }
}

export type Counts = { added: number; buttons: number; edited: number; moved: number; removed: number }

/** How many changes of which kind there are. */
export function countsOf(base: readonly Item[], items: readonly Item[]): Counts & { total: number } {
  const { entries, removedIds } = draftOf(base, items)
  const before = new Map(base.map((item) => [item.key, item]))
  const fresh = entries.filter(isNew)
  const changed = entries.filter((entry) => !isNew(entry))
  const isMove = (entry: DraftEntry) => {
    const { above, sortNo } = entry
    const was = sentOf(before.get(entry.key)!)
    return JSON.stringify({ ...was, above, sortNo }) === JSON.stringify(entry)
  }
  const moved = changed.filter(isMove).length
  const buttons = fresh.filter(({ menuType }) => menuType === 2).length
  return {
    added: fresh.length - buttons,
    buttons,
    edited: changed.length - moved,
    moved,
    removed: removedIds.length,
    total: entries.length + removedIds.length,
  }
}

/** The changes in words: 加按钮 1，改序 1. */
export const wordsOf = ({ added, buttons, edited, moved, removed }: Counts): string =>
  [
    added > 0 && `加菜单 ${added}`,
    buttons > 0 && `加按钮 ${buttons}`,
    edited > 0 && `修改 ${edited}`,
    moved > 0 && `移动 ${moved}`,
    removed > 0 && `删除 ${removed}`,
  ]
    .filter(Boolean)
    .join('，')

/** The own changes on top of what somebody else saved meanwhile; what is gone there stays gone. */
export function rebased(base: readonly Item[], items: readonly Item[], fresh: readonly Item[]): Item[] {
  const draft = draftOf(base, items)
  const changed = new Set(draft.entries.map(({ key }) => key))
  const gone = new Set(draft.removedIds)
  const mine = new Map(items.filter(({ key }) => changed.has(key)).map((item) => [item.key, item]))
  const stays = fresh
    .filter(({ key }) => !gone.has(key))
    .map((item) => {
      const own = mine.get(item.key)
      return own ? { ...own, roles: item.roles, userCount: item.userCount } : item
    })
  const keys = new Set(stays.map(({ key }) => key))
  const added = items.filter(isNew)
  for (const { key } of added) keys.add(key)
  return [...stays, ...added].filter(({ above }) => above === null || keys.has(above))
}

/** Where an entry stands among its neighbours, and where it stood. */
export function placeOf(base: readonly Item[], items: readonly Item[], item: Item): string {
  const at = (all: readonly Item[]) =>
    below(all, item.above)
      .filter((each) => isButton(each) === isButton(item))
      .findIndex(({ key }) => key === item.key) + 1
  const [now, was] = [at(items), at(base)]
  return was > 0 && was !== now ? `第 ${now} 位（原第 ${was} 位）` : `第 ${now} 位`
}

/** What deleting an entry takes from whom, as a sentence. */
export function lossOf(gone: readonly Item[]): string {
  const buttons = gone.filter(isButton).length
  const roles = new Set(gone.flatMap((item) => item.roles.map(({ roleName }) => roleName)))
  const people = Math.max(0, ...gone.map(({ userCount }) => userCount))
  const also = buttons > 0 && gone.length > buttons ? `连同 ${buttons} 个按钮。` : ''
  return roles.size === 0
    ? `${also}没有角色拥有它。`
    : `${also}${roles.size} 个角色（${[...roles].slice(0, 4).join('、')}）的 ${people} 人将失去它。`
}

export const titleOf = ({ kind }: Item): string => menuKinds[kind]
