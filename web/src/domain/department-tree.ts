import type { DepartmentNode } from '@heliodesk/contract/departments.ts'

/** A department with its position in the tree. */
export type PlacedDepartment = {
  node: DepartmentNode
  /** 0 at the top of the user's visible tree. */
  depth: number
  /** The ancestors, topmost first. */
  above: readonly DepartmentNode[]
}

/** The departments in the display order of the fully expanded tree. */
export function flattenDepartments(
  nodes: readonly DepartmentNode[],
  above: readonly DepartmentNode[] = [],
): PlacedDepartment[] {
  return nodes.flatMap((node) => [
    { node, depth: above.length, above },
    ...flattenDepartments(node.children, [...above, node]),
  ])
}
