import { z } from 'zod'
import { callsOf } from './call.ts'
import { day, id, keyOf, named, time } from './fields.ts'

const { command, query } = callsOf('order')

/** What another order is to this one. */
export const relationKinds = {
  before: '前置',
  after: '后续',
  duplicate: '重复于',
  original: '被重复',
  related: '相关',
} as const
export type RelationKind = keyof typeof relationKinds

export const RELATIONS_AN_ORDER = 50
/** Of what is related without anybody saying so. */
export const ALIKE_ROWS = 5
export const SAME_DEVICE_DAYS = 90

const other = z.object({
  id: z.string(),
  workCode: z.string(),
  taskTypeLabel: z.string(),
  taskDescription: z.string(),
  psName: z.string(),
  flowSts: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  liablePerson: z.string().nullable(),
  createTime: time,
})

const relation = z
  .object({
    id: z.string(),
    kind: keyOf(relationKinds),
    order: other,
    addName: z.string(),
    addTime: time,
  })
  .meta({ id: 'OrderRelation' })

/** The latest orders that have something in common with this one, and how many there are in all. */
const alike = z.object({ total: z.int(), rows: z.array(other) })

/** Whoever executes orders or dispatches them, of orders that they see. */
const changing = {
  access: { perm: 'order:list' },
  besides: { 执行人: ['order:execute'], 调度人: ['order:assign'] },
} as const

const orderId = named('工单', id)

export const orderRelationCalls = {
  list: query({
    kept: true,
    title: '相关工单',
    path: '/ops/order/relation/list',
    access: { perm: 'order:list' },
    input: z.object({ orderId }),
    output: z.object({
      rows: z.array(relation),
      /** Linked orders that the caller does not see. */
      hidden: z.int(),
      /** Of the same device since a day; null without a device. */
      device: alike.extend({ deviceId: z.string(), name: z.string(), since: day }).nullable(),
      /** Of the same plan; null without a plan. */
      plan: alike.extend({ planCode: z.string() }).nullable(),
      mayChange: z.boolean(),
    }),
  }),
  add: command({
    title: '关联工单',
    path: '/ops/order/relation/add',
    ...changing,
    input: z.object({
      orderId,
      kind: named('关系', keyOf(relationKinds, '请选择关系')),
      otherId: named('关联的工单', id),
    }),
    output: relation,
  }),
  remove: command({
    title: '解除关联',
    path: '/ops/order/relation/delete',
    ...changing,
    input: z.object({ id: named('关联', id) }),
    output: z.null(),
  }),
}
