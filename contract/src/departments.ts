import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, nothing, requiredText } from './fields.ts'
import { recordCalls } from './record-calls.ts'
import { treeKeys, treeOf } from './tree.ts'

const { query } = callsOf('department')

/** A single department. */
const department = z
  .object({
    id: z.string(),
    /** null at the top of the caller's scope. */
    parentId: z.string().nullable(),
    departName: z.string(),
    orgCode: z.string(),
    /** '2' accepts no new people, projects, stations or departments. */
    status: z.enum(['1', '2']),
    departOrder: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Department' })

/** A department of the tree; the counts include its whole subtree. */
const departmentNode = treeOf(
  'DepartmentNode',
  z.object({
    ...treeKeys,
    ...department.shape,
    isLeaf: z.boolean(),
    memberCount: z.int(),
    stationCount: z.int(),
  }),
)
export type DepartmentNode = z.output<typeof departmentNode>

const departmentInput = {
  departName: named('部门名称', requiredText(50)),
  departOrder: named('排序', z.coerce.number().int('排序应为整数').min(0).max(9999).default(0)),
  status: named('状态', z.enum(['1', '2'], '状态应为 1（启用）或 2（停用）').default('1')),
}

const manage = { perm: 'department:manage' } as const

export const departmentCalls = {
  /** The departments in the caller's data scope. */
  tree: query({
    title: '部门树',
    entities: ['department', 'station', 'project'],
    path: 'GET /sys/sysDepart/queryTreeList',
    access: 'signedIn',
    input: nothing,
    output: z.array(departmentNode),
  }),
  /**
   * One department in the caller's scope, without counts and children. The server assigns a new department's code; a
   * tenant's first department is created with the tenant.
   */
  ...recordCalls('department', {
    title: '部门',
    titles: { detail: '部门本身' },
    path: '/sys/sysDepart',
    access: manage,
    fields: departmentInput,
    onlyNew: { parentId: named('上级部门', id) },
    output: department,
  }),
}
