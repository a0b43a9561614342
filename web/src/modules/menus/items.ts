import { kindOf, LAYOUT, type DraftEntry, type MenuKind, type MenuNode } from '@heliodesk/contract/menus.ts'
import { paths } from '@heliodesk/contract/paths.ts'

/** An entry as the editor has it: with its kind, which its fields do not tell while they are empty. */
export type Item = DraftEntry &
  Pick<MenuNode, 'builtIn' | 'kept' | 'roles' | 'userCount'> & { kind: MenuKind }

export const itemsOf = (nodes: readonly MenuNode[]): Item[] =>
  nodes.flatMap((node) => [itemOf(node), ...itemsOf(node.children)])

const itemOf = ({ id, parentId, menuType, ...node }: MenuNode): Item => ({
  key: id,
  above: parentId,
  menuType: menuType === 2 ? 2 : menuType === 0 ? 0 : 1,
  kind: kindOf({ menuType, ...node }),
  name: node.name,
  perms: node.perms,
  path: node.path,
  url: node.url,
  component: node.component,
  redirect: node.redirect,
  icon: node.icon,
  sortNo: node.sortNo,
  hidden: node.hidden,
  alwaysShow: node.alwaysShow,
  keepAlive: node.keepAlive,
  route: node.route,
  internalOrExternal: node.internalOrExternal,
  target: node.target,
  status: node.status,
  builtIn: node.builtIn,
  kept: node.kept,
  roles: node.roles,
  userCount: node.userCount,
})

export const isNew = ({ key }: Pick<Item, 'key'>): boolean => key.startsWith('new-')
export const isButton = ({ kind }: Pick<Item, 'kind'>): boolean => kind === 'button'

const place = ({ key }: Item) => (key.startsWith('new-') ? 1e15 + Number(key.slice(4)) : Number(key))

/** What lies directly below an entry, or at the top, in order. */
export const below = (items: readonly Item[], above: string | null): Item[] =>
  items.filter((item) => item.above === above).toSorted((a, b) => a.sortNo - b.sortNo || place(a) - place(b))

/** The entry itself and everything under it. */
export const withBelow = (items: readonly Item[], key: string): Item[] =>
  items.flatMap((item) => (item.key === key ? [item, ...under(items, key)] : []))

const under = (items: readonly Item[], key: string): Item[] =>
  below(items, key).flatMap((item) => [item, ...under(items, item.key)])

/** The names from the top down to an entry, without its own. */
export function trailOf(items: readonly Item[], item: Item): string[] {
  const above = items.find(({ key }) => key === item.above)
  return above ? [...trailOf(items, above), above.name] : []
}

const STEP = 10

/** The entries with one of them at another place: below `above`, as the entry number `at` there. */
export function move(items: readonly Item[], key: string, above: string | null, at: number): Item[] {
  const item = items.find((each) => each.key === key)
  if (!item || refusalToMove(items, item, above) !== null) return [...items]
  const order = below(items, above)
    .filter((each) => each.key !== key)
    .toSpliced(at, 0, { ...item, above })
  const [before, after] = [order[at - 1]?.sortNo ?? 0, order[at + 1]?.sortNo ?? Infinity]
  const between = Number.isFinite(after) ? Math.floor((before + after) / 2) : before + STEP
  const fits = between > before && between < after
  const numbers = new Map(
    fits ? [[key, between]] : order.map((each, index) => [each.key, (index + 1) * STEP]),
  )
  return items.map((each) => ({
    ...each,
    above: each.key === key ? above : each.above,
    sortNo: numbers.get(each.key) ?? each.sortNo,
  }))
}

/** Why an entry cannot be put there. */
export function refusalToMove(items: readonly Item[], item: Item, above: string | null): string | null {
  const parent = items.find(({ key }) => key === above)
  if (!parent) return isButton(item) ? '按钮必须放在菜单下面' : null
  if (withBelow(items, item.key).includes(parent)) return '不能移到它自己下面'
  return isButton(parent) ? '不能放在按钮下面' : null
}

const nextNumber = (items: readonly Item[], above: string | null) =>
  Math.max(0, ...below(items, above).map(({ sortNo }) => sortNo)) + STEP

export function freeKey(items: readonly Item[]): string {
  const numbers = items.filter(isNew).map(({ key }) => Number(key.slice(4)))
  return `new-${Math.max(0, ...numbers) + 1}`
}

/** A new entry at the end of those below `above`. */
export function newItem(items: readonly Item[], kind: MenuKind, above: string | null): Item {
  const item: Item = {
    key: freeKey(items),
    above,
    menuType: 1,
    kind,
    name: '',
    perms: null,
    path: '',
    url: null,
    component: null,
    redirect: null,
    icon: null,
    sortNo: nextNumber(items, above),
    hidden: false,
    alwaysShow: false,
    keepAlive: true,
    route: true,
    internalOrExternal: false,
    target: null,
    status: '1',
    builtIn: false,
    kept: false,
    roles: [],
    userCount: 0,
  }
  return withKind(item, kind)
}

/** The same entry as one of another kind: what that kind does not have goes. */
export function withKind(item: Item, kind: MenuKind): Item {
  const leads = kind === 'link' || kind === 'frame'
  return {
    ...item,
    kind,
    menuType: kind === 'button' ? 2 : 1,
    perms: kind === 'button' ? (item.perms ?? '') : null,
    path: kind === 'button' ? null : kind === 'screen' ? paths.bigScreen.path : (item.path ?? ''),
    url: leads || kind === 'screen' ? (item.url ?? '') : null,
    component: kind === 'directory' ? LAYOUT : kind === 'page' ? (item.component ?? '') : null,
    redirect: kind === 'directory' || kind === 'page' ? item.redirect : null,
    internalOrExternal: kind === 'link',
    target: kind === 'page' || kind === 'link' ? item.target : null,
    hidden: kind === 'button' ? false : item.hidden,
  }
}

/** A copy beside the entry; its path is free, and buttons stay with the original, because a code has one button. */
export function copyOf(items: readonly Item[], item: Item): Item {
  const taken = new Set(items.map(({ path }) => path))
  const stem = (item.path ?? '').split('?', 1)[0]!
  let at = 2
  while (taken.has(`${stem}-${at}`)) at += 1
  return {
    ...item,
    key: freeKey(items),
    name: `${item.name} 副本`.slice(0, 32),
    path: `${stem}-${at}`,
    sortNo: nextNumber(items, item.above),
    builtIn: false,
    kept: false,
    roles: [],
    userCount: 0,
  }
}

/** What is missing in an entry before it can be saved. */
export function faultOf({ kind, name, path, url, component, perms }: Item): string | null {
  const subject = name || (kind === 'button' ? '按钮' : '菜单')
  const lacks = (field: string) => `“${subject}”缺少${field}`
  if (!name.trim()) return lacks('名称')
  if (kind === 'button') return perms ? null : lacks('权限码')
  if (!path) return lacks('路径')
  if (kind === 'page' && !component) return lacks('组件')
  if ((kind === 'link' || kind === 'frame') && !url) return lacks('地址')
  return kind === 'screen' && !url && !component ? lacks('地址或组件') : null
}

const lower = (text: string | null) => text?.toLowerCase() ?? ''

/** The entries that a word finds by name, path or code, and everything above them. */
export function found(items: readonly Item[], word: string): ReadonlySet<string> {
  const wanted = word.trim().toLowerCase()
  const byKey = new Map(items.map((item) => [item.key, item]))
  const keys = new Set<string>()
  for (const item of items) {
    if (![item.name, item.path, item.perms, item.url].some((text) => lower(text).includes(wanted))) continue
    for (let each: Item | undefined = item; each; each = byKey.get(each.above ?? '')) keys.add(each.key)
  }
  return keys
}
