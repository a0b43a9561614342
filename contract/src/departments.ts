import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, nothing, requiredText, version } from './fields.ts'
import { recordCalls, removalOfMany } from './record-calls.ts'
import { treeKeys, treeOf } from './tree.ts'

const { query, command } = callsOf('department')

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

/** What a move changes for people: how many see more and fewer stations, some of them by name. */
const sightChange = z.object({ count: z.int(), names: z.array(z.string()) })

const movePreview = z.object({
  departments: z.int(),
  people: z.int(),
  stations: z.int(),
  /** Orders that are not finished, of those that the caller may look at; null without that right. */
  openOrders: z.int().nullable(),
  /** The code before and after. */
  orgCode: z.string(),
  newCode: z.string(),
  gain: sightChange,
  lose: sightChange,
  /** Data roles and webhooks that name the department; a merge leaves them with an empty one. */
  named: z.array(z.string()),
})

const mergePreview = movePreview.extend({
  /** Processes whose steps name the department; it cannot be merged before they name another one. */
  processes: z.array(z.object({ key: z.string(), name: z.string(), version: z.int() })),
})

const move = z
  .object({
    id: z.string(),
    kind: z.enum(['move', 'merge']),
    departmentId: z.string(),
    departName: z.string(),
    targetId: z.string(),
    targetName: z.string(),
    reason: z.string(),
    departments: z.int(),
    people: z.int(),
    stations: z.int(),
    actorName: z.string(),
    time: z.string(),
    /** Orders, tickets and processes that have followed, of about how many. */
    followed: z.int(),
    expected: z.int(),
    /** null while rows still follow. */
    finishTime: z.string().nullable(),
  })
  .meta({ id: 'DepartmentMove' })
export type DepartmentMove = z.output<typeof move>

const reason = named('原因', requiredText(200))
const parentId = named('新的上级部门', id)
const intoId = named('并入的部门', id)

/** What a department still has open, with everything below it. */
const openWork = z.object({
  departments: z.int(),
  people: z.int(),
  stations: z.int(),
  /** Of what the caller may look at; null without that right. */
  orders: z.int().nullable(),
  tickets: z.int().nullable(),
  processes: z.int(),
})
export type OpenWork = z.output<typeof openWork>

/** The most moves that the list of them has. */
const MOVES = 20

const ofOrders = { 未完成工单: ['order:list'] } as const

const treeAt = <I extends z.ZodType>(title: string, path: `GET /${string}`, input: I) =>
  query({
    title,
    path,
    entities: ['department', 'station', 'project'],
    access: 'signedIn',
    input,
    output: z.array(departmentNode),
  })

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
  removeMany: removalOfMany('department', { title: '部门', path: '/sys/sysDepart', access: manage }),
  /** The same tree under the names by which stock clients ask for it. */
  ids: treeAt('部门编号树', 'GET /sys/sysDepart/queryIdTree', nothing),
  mine: treeAt('我的部门树（部门管理）', 'GET /sys/sysDepart/queryMyDeptTreeList', nothing),
  /** The departments with these words in their names, with what lies above them. */
  search: treeAt(
    '查找部门',
    'GET /sys/sysDepart/searchBy',
    z.object({ keyWord: named('关键词', requiredText(50)) }),
  ),
  /** One level: below `pid`, or the top of the caller's scope; `children` are empty. */
  level: treeAt(
    '部门树（逐级）',
    'GET /sys/sysDepart/queryDepartTreeSync',
    z.object({ pid: named('上级部门', z.union([z.literal(''), id]).optional()) }),
  ),
  /** What a move under another department would change. */
  movePreview: query({
    title: '移动部门的影响',
    entities: ['department', 'station', 'order'],
    path: 'GET /sys/sysDepart/movePreview',
    access: manage,
    besides: ofOrders,
    input: z.object({ id, parentId }),
    output: movePreview,
  }),
  /**
   * Moves a department with everything below it; all of it gets new codes. What people see changes with the answer, the
   * rows of orders, tickets and processes follow in the background.
   */
  move: command({
    title: '移动部门',
    path: '/sys/sysDepart/move',
    access: manage,
    entities: ['department', 'station', 'order', 'ticket', 'process', 'user'],
    input: z.object({ id, version, parentId, reason }),
    output: department,
  }),
  mergePreview: query({
    title: '合并部门的影响',
    entities: ['department', 'station', 'order'],
    path: 'GET /sys/sysDepart/mergePreview',
    access: manage,
    besides: ofOrders,
    input: z.object({ id, intoId }),
    output: mergePreview,
  }),
  /** Gives people, projects, stations and sub-departments to another department; the empty one is closed. */
  merge: command({
    title: '合并部门',
    path: '/sys/sysDepart/merge',
    access: manage,
    entities: ['department', 'station', 'order', 'ticket', 'process', 'user', 'project'],
    input: z.object({ id, version, intoId, reason }),
    output: department,
  }),
  /** The last moves and merges, newest first; at most one of them is under way. */
  moves: query({
    title: '部门调整记录',
    path: 'GET /sys/sysDepart/moves',
    access: manage,
    input: nothing,
    output: z.array(move).max(MOVES),
  }),
  openWork: query({
    title: '部门的未结事项',
    entities: ['department', 'station', 'order', 'ticket', 'process', 'user'],
    path: 'GET /sys/sysDepart/openWork',
    access: manage,
    besides: { ...ofOrders, 未终结两票: ['ticket:list'] },
    input: z.object({ id }),
    output: openWork,
  }),
}
