import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, keyOf, named, requiredText } from './fields.ts'
import { recordCalls } from './record-calls.ts'
import { treeOf } from './tree.ts'

const { command, query } = callsOf('space')

export const spaceKinds = { 1: '区域', 2: '方阵', 3: '子阵', 4: '升压站', 5: '库房' } as const
export type SpaceKind = `${keyof typeof spaceKinds}`

const kind = keyOf(spaceKinds, '请选择区域类型')

/** A place inside a station; `deviceCount` counts the devices in it and below, without retired ones. */
const counted = z.object({
  id: z.string(),
  psId: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  kind,
  kindName: z.string(),
  sort: z.int(),
  deviceCount: z.int(),
  version: z.int(),
})
const spaceNode = treeOf('SpaceNode', counted)
export type SpaceNode = z.output<typeof spaceNode>

const space = counted.omit({ kindName: true, deviceCount: true }).meta({ id: 'Space' })

const input = {
  name: named('区域名称', requiredText(50)),
  kind: named('区域类型', kind),
  /** Of the same station; without it the space is at the station's top level. */
  parentSpaceId: named('上级区域', id.optional()),
}

const list = { perm: 'device:list' } as const
const edit = { perm: 'device:edit' } as const

/** The maximum depth of a station's spaces. */
export const SPACE_DEPTH = 5

/** Of a station in scope. An edit also moves it below another space, never below itself. */
const { remove, ...recordOfSpace } = recordCalls('space', {
  title: '区域',
  path: '/station/space',
  access: edit,
  read: list,
  fields: input,
  onlyNew: { psId: named('电站', id) },
  output: space,
})

export const spaceCalls = {
  /** All spaces of a station, as trees; empty for a station out of scope (spec 2 §7 inspection plans). */
  tree: query({
    title: '电站的区域',
    entities: ['space', 'device'],
    path: '/common/management/getSpaceByPsId',
    access: list,
    input: z.object({ psId: named('电站', id) }),
    output: z.array(spaceNode),
  }),
  ...recordOfSpace,
  /** Swaps it with the previous or next sibling. */
  shift: command({
    title: '区域排序',
    path: '/station/space/shift',
    access: edit,
    input: z.object({ id, direction: named('方向', z.enum(['up', 'down'], '方向应为 up 或 down')) }),
    output: z.null(),
  }),
  /** Refused while it contains devices or spaces. */
  remove,
}
