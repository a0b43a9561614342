import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { useCall } from '../lib/queries.ts'
import { flattenDepartments } from './department-tree.ts'

/** A department's name by its code; the code itself until the tree is loaded. */
export function useDepartmentName(): (code: string) => string {
  const { data = [] } = useCall(departmentCalls.tree, {})
  return (code) => flattenDepartments(data).find(({ node }) => node.orgCode === code)?.node.departName ?? code
}
