import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, nothing, requiredText } from './fields.ts'

const { command, query } = callsOf('department')

/** A department of the tree; the counts include its whole subtree. */
export type DepartmentNode = {
  key: string
  value: string
  title: string
  id: string
  /** null at the top of the caller's scope. */
  parentId: string | null
  departName: string
  orgCode: string
  /** '2' accepts no new people, projects, stations or departments. */
  status: '1' | '2'
  departOrder: number
  version: number
  isLeaf: boolean
  memberCount: number
  stationCount: number
  children: DepartmentNode[]
}

const departmentNode: z.ZodType<DepartmentNode> = z
  .lazy(() =>
    z.object({
      key: z.string(),
      value: z.string(),
      title: z.string(),
      id: z.string(),
      parentId: z.string().nullable(),
      departName: z.string(),
      orgCode: z.string(),
      status: z.enum(['1', '2']),
      departOrder: z.int(),
      version: z.int(),
      isLeaf: z.boolean(),
      memberCount: z.int(),
      stationCount: z.int(),
      children: z.array(departmentNode),
    }),
  )
  .meta({ id: 'DepartmentNode' })

/** A single department. */
const department = z
  .object({
    id: z.string(),
    parentId: z.string().nullable(),
    departName: z.string(),
    orgCode: z.string(),
    status: z.enum(['1', '2']),
    departOrder: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Department' })

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
    path: '/sys/sysDepart/queryTreeList',
    method: 'GET',
    access: 'signedIn',
    input: nothing,
    output: z.array(departmentNode),
  }),
  /** One department in the caller's scope, without counts and children. */
  detail: query({
    title: '部门本身',
    path: '/sys/sysDepart/queryById',
    method: 'GET',
    access: manage,
    input: z.object({ id }),
    output: department,
  }),
  /** Creates a department below another; a tenant's first is created with the tenant. The server assigns the code. */
  add: command({
    title: '新建部门',
    path: '/sys/sysDepart/add',
    access: manage,
    input: z.object({ parentId: named('上级部门', id), ...departmentInput }),
    output: department,
  }),
  edit: command({
    title: '编辑部门',
    path: '/sys/sysDepart/edit',
    method: 'PUT',
    access: manage,
    input: z.object({ id, version: named('版本', z.int()), ...departmentInput }),
    output: department,
  }),
  remove: command({
    title: '删除部门',
    path: '/sys/sysDepart/delete',
    method: 'DELETE',
    access: manage,
    input: z.object({ id }),
    output: z.null(),
  }),
}
