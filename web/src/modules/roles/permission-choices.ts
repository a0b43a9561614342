import type { PermissionNode } from '@heliodesk/contract/roles.ts'
import type { Choice } from '../../kit/search-bar/filters.ts'
import { isButton } from './grants.ts'

/** Pages, each followed by its buttons. */
export const choicesOf = (nodes: readonly PermissionNode[], page = ''): Choice[] =>
  nodes.flatMap((node) => {
    const own =
      node.menuType === 0
        ? []
        : [{ value: node.key, label: page ? `${page} · ${node.title}` : `打开 ${node.title}` }]
    return [...own, ...choicesOf(node.children, isButton(node) || node.menuType === 0 ? '' : node.title)]
  })
