import type { DepartmentNode } from '@heliodesk/contract/departments.ts'

/** A department with its place in the tree. */
export type PlacedDepartment = {
  node: DepartmentNode
  /** 0 at the top of what the user sees. */
  depth: number
  /** The departments above it, the topmost first. */
  above: readonly DepartmentNode[]
}

/** The tree in the order in which it is drawn when everything is open. */
export function flattenDepartments(
  nodes: readonly DepartmentNode[],
  above: readonly DepartmentNode[] = [],
): PlacedDepartment[] {
  return nodes.flatMap((node) => [
    { node, depth: above.length, above },
    ...flattenDepartments(node.children, [...above, node]),
  ])
}
