import { administratorRole, keptByAdministrators, type PermissionNode } from '@heliodesk/contract/roles.ts'
import type { Role } from './role.ts'

type Ids = ReadonlySet<string>

/**
 * Unsaved changes: leaves only, stored separately from the role's permissions, because others may change those
 * meanwhile.
 */
export type Draft = { added: Ids; removed: Ids }

export const NO_DRAFT: Draft = { added: new Set(), removed: new Set() }

export type Change = { id: string; kind: 'added' | 'removed'; title: string }

const BUTTON = 2

export const isButton = (node: PermissionNode): boolean => node.menuType === BUTTON

/** The permission tree by id, with the ancestor menus of each node, topmost first. */
export type GrantTree = ReadonlyMap<string, { node: PermissionNode; above: readonly PermissionNode[] }>

export function indexTree(
  nodes: readonly PermissionNode[],
  above: readonly PermissionNode[] = [],
): GrantTree {
  return new Map(
    nodes.flatMap((node) => [
      [node.key, { node, above }] as const,
      ...indexTree(node.children, [...above, node]),
    ]),
  )
}

/** The leaves below a node, which are granted one by one: its buttons, or the page itself if it has none. */
export function leavesOf(node: PermissionNode): PermissionNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)
}

export type Tick = 'on' | 'half' | 'off'

export function tickOf(node: PermissionNode, held: Ids): Tick {
  const leaves = leavesOf(node)
  const count = leaves.filter(({ key }) => held.has(key)).length
  if (count === leaves.length) return 'on'
  return count > 0 || held.has(node.key) ? 'half' : 'off'
}

/**
 * The role's permissions after saving the draft. Granting a leaf also grants its menus, and revoking the last leaf of a
 * menu revokes the menu, so that no user has an empty page.
 */
export function heldAfter(tree: GrantTree, base: Ids, { added, removed }: Draft): Set<string> {
  const held = new Set([...base, ...added, ...menusAbove(tree, added).map(({ key }) => key)])
  for (const key of removed) held.delete(key)
  const depthOf = ({ key }: PermissionNode) => tree.get(key)!.above.length
  // Bottom up, so that a menu is checked after its pages.
  for (const menu of menusAbove(tree, removed).toSorted((a, b) => depthOf(b) - depthOf(a))) {
    if (menu.children.every(({ key }) => !held.has(key))) held.delete(menu.key)
  }
  return held
}

const menusAbove = (tree: GrantTree, ids: Ids): PermissionNode[] => [
  ...new Set([...ids].flatMap((id) => tree.get(id)?.above ?? [])),
]

/** The permissions that the administrator's role must keep while it holds them. */
export function keptOf({ roleCode }: Pick<Role, 'roleCode'>, tree: GrantTree, base: Ids): Ids {
  if (roleCode !== administratorRole) return new Set()
  const nodes = [...tree.values()].map(({ node }) => node)
  const kept = nodes.filter(
    ({ key, code }) => base.has(key) && keptByAdministrators.some((each) => each === code),
  )
  return new Set(kept.map(({ key }) => key))
}

/** Grants or revokes everything below a node that the user may grant. */
export function toggle(base: Ids, draft: Draft, node: PermissionNode, kept: Ids): Draft {
  const mine = leavesOf(node)
    .filter(({ key, grantable }) => grantable && !kept.has(key))
    .map(({ key }) => key)
  const isHeld = (key: string) => (base.has(key) && !draft.removed.has(key)) || draft.added.has(key)
  const taking = mine.every(isHeld)
  const others = (ids: Ids) => [...ids].filter((id) => !mine.includes(id))
  return {
    added: new Set([...others(draft.added), ...mine.filter((key) => !taking && !base.has(key))]),
    removed: new Set([...others(draft.removed), ...mine.filter((key) => taking && base.has(key))]),
  }
}

/** The draft's changes, without those that others have made meanwhile. */
export function changesOf(tree: GrantTree, base: Ids, { added, removed }: Draft): Change[] {
  return [...tree.values()].flatMap(({ node, above }): Change[] => {
    const { key } = node
    if (node.children.length > 0 || added.has(key) === removed.has(key) || added.has(key) === base.has(key))
      return []
    return [{ id: key, kind: added.has(key) ? 'added' : 'removed', title: titleOf(node, above) }]
  })
}

const titleOf = (node: PermissionNode, above: readonly PermissionNode[]) =>
  isButton(node) && above.length > 0 ? `${above.at(-1)!.title} · ${node.title}` : node.title

/** Why this user may not change anything below a node, or null. */
export function refusalOf(node: PermissionNode, kept: Ids): string | null {
  const leaves = leavesOf(node)
  if (leaves.some(({ key, grantable }) => grantable && !kept.has(key))) return null
  if (leaves.some(({ key }) => kept.has(key)))
    return `管理员角色必须保留“${node.title}”${isButton(node) ? '' : '内的'}权限，否则无人能再管理系统`
  return isButton(node)
    ? `您没有“${node.title}”权限，不能授予或收回`
    : `您没有“${node.title}”内的任何权限，不能授予或收回`
}
