import { z } from 'zod'
import { callsOf } from './call.ts'
import { alike, departmentCode, flag, id, named } from './fields.ts'
import { treeOf } from './tree.ts'

const { query } = callsOf('department')

/** A node of the trees in which forms choose an area (spec 2 §3 "Department tree node"). */
const areaNode = treeOf(
  'AreaNode',
  z.object({
    /** `d12` a department, `p40` a sub-area. */
    ...alike(z.string(), 'key', 'value'),
    pkey: z.string().nullable(),
    /** The department's or sub-area's own id. */
    id: z.string(),
    parentId: z.string().nullable(),
    title: z.string(),
    orgCode: z.string(),
    /** '0' the company, '1' an area (departments below), '2' a centre (none below), '3' a power area (a sub-area). */
    type: z.enum(['0', '1', '2', '3']),
    /** 1 active; 2 a disabled department; 3 a closed sub-area. */
    status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    disabled: z.boolean(),
  }),
)
export type AreaNode = z.output<typeof areaNode>

/**
 * What can be chosen (spec 2 §5): '0' every department; '1' areas, so the company and centres are disabled; '2'
 * centres, so the company and areas are disabled; '3' power areas: sub-areas are included, and departments are
 * disabled.
 */
const areaInput = z.object({
  type: named(
    '选择类型',
    z.coerce
      .string()
      .pipe(z.enum(['0', '1', '2', '3']))
      .default('0'),
  ),
  /** '1': only branches that contain something to choose. */
  partialTree: flag('仅可选分支'),
})

const byCode = z.object({
  orgCode: named('部门编码', departmentCode.optional()),
  /** '1': includes disabled departments, as nodes that cannot be chosen. */
  isShow: flag('显示已停用'),
})

const output = z.array(areaNode)

export const departmentTreeCalls = {
  /** Every department in the caller's data scope. */
  all: query({
    title: '部门树（全部）',
    path: 'GET /sys/tree/deptTree',
    access: 'signedIn',
    input: z.object({}),
    output,
  }),
  byType: query({
    title: '按类型选择的部门树',
    path: 'GET /sys/sysDepart/queryDeptTree',
    access: 'signedIn',
    input: areaInput,
    output,
  }),
  /** The same for forms that send a body. */
  areas: query({
    title: '片区信息',
    path: '/system/v1/certificate/listAreasInfo',
    access: 'signedIn',
    input: areaInput,
    output,
  }),
  /** A department's subtree, by default the caller's own; an unknown department or one out of scope is refused. */
  byOrgCode: query({
    title: '部门及下级部门',
    path: 'GET /sys/sysDepart/queryDepartTreeListByOrgCode',
    access: 'signedIn',
    callersOwn: ['orgCode'],
    input: byCode,
    output,
  }),
  /** One department by id, else by code, by default the caller's own, with its direct children. */
  detail: query({
    title: '部门详情',
    path: 'GET /sys/sysDepart/detail',
    access: 'signedIn',
    callersOwn: ['orgCode'],
    input: byCode.extend({ id: named('部门', id.optional()) }),
    output: z.object({
      department: areaNode,
      parentName: z.string().nullable(),
      memberCount: z.int(),
      stationCount: z.int(),
      psaCount: z.int(),
    }),
  }),
  /** The subtree of a person's own department, within the caller's scope. */
  mine: query({
    title: '我的部门树',
    path: 'GET /sys/user/myDeptTree',
    access: 'signedIn',
    callersOwn: ['userId'],
    input: z.object({
      userId: named('用户', id.optional()),
      /** '1': without departments whose stations are all household stations. */
      excludeHy: flag('不含户用'),
    }),
    output,
  }),
}
