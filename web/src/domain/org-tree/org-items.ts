import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import type { TreeItem } from './tree-store.ts'

export const toItem = (node: OrgNode): TreeItem<OrgNode> => ({
  key: node.key,
  name: node.name,
  leaf: node.isLeaf,
  disabled: node.disabled,
  reason: node.disabledReason,
  total: node.psNum,
  chosen: node.chosenNum,
  data: node,
  children: node.children.map(toItem),
})
