import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, requiredText, version } from './fields.ts'
import { treeOf } from './tree.ts'

const { command, query } = callsOf('space')

export const spaceKinds = { 1: '区域', 2: '方阵', 3: '子阵', 4: '升压站', 5: '库房' } as const
export type SpaceKind = `${keyof typeof spaceKinds}`

const kind = z.enum(['1', '2', '3', '4', '5'], '请选择区域类型')

/** A place inside a station; `deviceCount` counts the devices in it and below, without retired ones. */
const spaceNode = treeOf(
  'SpaceNode',
  z.object({
    id: z.string(),
    psId: z.string(),
    parentId: z.string().nullable(),
    name: z.string(),
    kind,
    kindName: z.string(),
    sort: z.int(),
    deviceCount: z.int(),
    version: z.int(),
  }),
)
export type SpaceNode = z.output<typeof spaceNode>

const space = z
  .object({
    id: z.string(),
    psId: z.string(),
    parentId: z.string().nullable(),
    name: z.string(),
    kind,
    sort: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Space' })

const input = {
  name: named('区域名称', requiredText(50)),
  kind: named('区域类型', kind),
  /** Of the same station; without it the space is at the station's top level. */
  parentSpaceId: named('上级区域', id.optional()),
}

const edit = { perm: 'device:edit' } as const

/** The maximum depth of a station's spaces. */
export const SPACE_DEPTH = 5

export const spaceCalls = {
  /** All spaces of a station, as trees; empty for a station out of scope (spec 2 §7 inspection plans). */
  tree: query({
    title: '电站的区域',
    entities: ['space', 'device'],
    path: '/common/management/getSpaceByPsId',
    access: { perm: 'device:list' },
    input: z.object({ psId: named('电站', id) }),
    output: z.array(spaceNode),
  }),
  /** One space of a station in scope. */
  detail: query({
    title: '区域详情',
    path: '/station/space/detail',
    access: { perm: 'device:list' },
    input: z.object({ id }),
    output: space,
  }),
  add: command({
    title: '新建区域',
    path: '/station/space/add',
    access: edit,
    input: z.object({ psId: named('电站', id), ...input }),
    output: space,
  }),
  /** Also moves it below another space, never below itself. */
  edit: command({
    title: '编辑区域',
    path: '/station/space/edit',
    access: edit,
    input: z.object({ id, version, ...input }),
    output: space,
  }),
  /** Swaps it with the previous or next sibling. */
  shift: command({
    title: '区域排序',
    path: '/station/space/shift',
    access: edit,
    input: z.object({ id, direction: named('方向', z.enum(['up', 'down'], '方向应为 up 或 down')) }),
    output: z.null(),
  }),
  /** Refused while it contains devices or spaces. */
  remove: command({
    title: '删除区域',
    path: '/station/space/delete',
    access: edit,
    input: z.object({ id }),
    output: z.null(),
  }),
}
