import type { PermissionNode } from '@heliodesk/contract/roles.ts'

type Node = { key: string; title?: string; grantable?: boolean; children?: PermissionNode[] }

const nodeOf = (
  menuType: number,
  { key, title = key, grantable = true, children = [] }: Node,
): PermissionNode => ({
  key,
  value: key,
  title,
  label: title,
  slotTitle: title,
  icon: null,
  parentId: null,
  menuType,
  code: menuType === 2 ? key : null,
  ruleFlag: 0,
  isLeaf: children.length === 0,
  grantable,
  children,
})

/** Nodes of the permission tree: a root menu, a page of it, and a button of a page. */
export const menu = (title: string, ...children: PermissionNode[]) => nodeOf(0, { key: title, children })
export const page = (title: string, ...children: PermissionNode[]) => nodeOf(1, { key: title, children })
export const button = (key: string, title = key, grantable = true) => nodeOf(2, { key, title, grantable })
