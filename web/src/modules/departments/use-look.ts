import { departmentCalls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { flattenDepartments } from '../../kit/department-tree.ts'
import { useCall } from '../../lib/queries.ts'

/** Reads the tree again and answers the department as it is by now; null when it is gone. */
export function useLook(id: string): () => Promise<DepartmentNode | null> {
  const tree = useCall(departmentCalls.tree, {})
  return async () => {
    const { data = [] } = await tree.refetch()
    return flattenDepartments(data).find(({ node }) => node.id === id)?.node ?? null
  }
}
