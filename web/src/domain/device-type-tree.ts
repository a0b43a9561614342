import type { DeviceTypeNode } from '@heliodesk/contract/devices.ts'

/** The path from the root to the type, both included; empty where the tree does not contain the type. */
export function pathOfType(nodes: readonly DeviceTypeNode[], id: string | undefined): DeviceTypeNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = pathOfType(node.children, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
