import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { flattenDepartments } from '../../../domain/department-tree.ts'
import { usePeople } from '../../../domain/use-people.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { FormField } from './fields.ts'
import type { Names } from './words.ts'

/** The names of people, roles and departments, and the choices of the pickers. */
export function useNames(fields: readonly FormField[]) {
  const people = usePeople()
  const roles = useCall(workflowCalls.roles, {})
  const departments = useCall(departmentCalls.tree, {})
  const placed = departments.data ? flattenDepartments(departments.data) : []
  const names: Names = {
    person: (id) =>
      people.options.find(({ value }) => value === id)?.label ?? (people.isRead ? `人员 ${id}` : '…'),
    role: (code) => roles.data?.find((role) => role.code === code)?.name ?? (roles.data ? code : '…'),
    department: (id) =>
      placed.find(({ node }) => node.id === id)?.node.departName ?? (departments.data ? `部门 ${id}` : '…'),
    fields,
  }
  return { names, people, roles: roles.data ?? [] }
}
