import { z } from 'zod'
import { callsOf, type Besides } from './call.ts'
import { defectLevel } from './defect-levels.ts'
import type { Entity } from './entities.ts'
import { businessPage, businessPageOf, id, named, nothing, requiredText, text, time, upTo } from './fields.ts'
import type { PermissionCode } from './permissions.ts'
import { myOrder } from './my-orders.ts'
import { knownPhoto, newPhoto, orderPhotos } from './order-photos.ts'
import { insuranceFields, stagesInOrder } from './order-insurance.ts'
import {
  endsAfterStart,
  endTooEarly,
  planConflict,
  plannedTime,
  rescheduleFields,
} from './work-order-plan.ts'
import { reassignReasons } from './work-order-rules.ts'
import { auditFields, extensionFields, orderEvent, saysWhy, whyMissing } from './order-records.ts'
import { orderQuery, taskType } from './work-order-list.ts'
import {
  HOURS_AN_ORDER,
  hoursInput,
  orderCandidate,
  orderDetail,
  orderRow,
  prerequisite,
  workStep,
} from './order-rows.ts'

const { command, query } = callsOf('order')

const seen = { id, version: named('版本', z.coerce.number().int().min(1)) }
const reason = named('原因', requiredText(100))

const assignInput = z
  .object({
    ...seen,
    liableUserId: named('负责人', id),
    assistUserIds: named('协作人', z.array(id).max(20).default([])),
    planStartTime: named('计划开始时间', time),
    planEndTime: named('计划结束时间', time),
    note: named('派单说明', text(200).default('')),
  })
  .refine(endsAfterStart, endTooEarly)

const reassignInput = z
  .object({
    ...seen,
    liableUserId: named('新负责人', id),
    reason: named('原因', z.enum(reassignReasons, '请选择原因')),
    planEndTime: named('计划结束时间', time),
    note: named('交接说明', text(200).default('')),
  })
  .refine((value) => value.reason !== '其他' || value.note.trim() !== '', {
    path: ['note'],
    message: '原因为“其他”时，请说明情况',
    // Reported together with errors in other fields.
    when: ({ issues }) =>
      issues.every(({ path: [name] = [] }) => name && name !== 'reason' && name !== 'note'),
  })

const executeInput = z.object({
  ...seen,
  /** false saves a draft, true submits the work for acceptance. */
  submit: z.boolean(),
  prerequisiteList: named('先决条件', z.array(prerequisite).max(50)),
  stepList: named('作业步骤', z.array(workStep).max(100)),
  workHoursList: named('工时', z.array(hoursInput).max(HOURS_AN_ORDER)),
  executionNote: named('执行情况', text(500).default('')),
})

const checkInput = z
  .object({
    ...seen,
    pass: z.boolean(),
    auditOpinion: named('退回意见', text(100).default('')),
    score: named('评分', z.number().min(0, '评分应在 0~100 之间').max(100, '评分应在 0~100 之间').optional()),
    suggestion: named('改进建议', text(200).default('')),
  })
  .refine((value) => value.pass || value.auditOpinion.length > 0, {
    path: ['auditOpinion'],
    message: '请输入',
  })

const reformType = z.object({ reformType: named('整改类型', z.enum(['10', '18'])) })

/** A command about one order, which returns the order's row. */
const step = <I extends z.ZodType>({
  name,
  perm,
  entities,
  ...spec
}: {
  title: string
  name: string
  perm: PermissionCode
  input: I
  besides?: Besides
  bodyKb?: number
  entities?: readonly Entity[]
}) =>
  command({
    ...spec,
    ...(entities && { entities }),
    path: `/ops/order/${name}`,
    access: { perm },
    output: orderRow,
  })

export const workOrderCalls = {
  page: query({
    kept: true,
    title: '工单列表',
    path: '/ops/order/page',
    access: { perm: 'order:list' },
    bodyKb: 768,
    input: z.object({
      ...businessPage,
      ...orderQuery.shape,
      /** false if only the page changed: the total is not counted again. */
      needCount: z.boolean().default(true),
    }),
    output: businessPageOf(orderRow),
  }),
  /** Orders by state, and the caller's and the overdue ones, under the same filters except status. */
  count: query({
    kept: true,
    title: '工单数量',
    path: '/ops/order/count',
    access: { perm: 'order:list' },
    bodyKb: 768,
    input: orderQuery.pick({
      depCodes: true,
      psaIds: true,
      psIds: true,
      depCode: true,
      psId: true,
      psaId: true,
    }),
    output: z.object({
      byStatus: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
      mine: z.int(),
      todo: z.int(),
      overdue: z.int(),
    }),
  }),
  /** Open orders that the caller is responsible for or helps with, what is due first at the top. */
  mine: query({
    kept: true,
    title: '我的工单',
    path: '/ops/order/mine',
    access: { perm: 'order:list' },
    input: nothing,
    output: z.array(myOrder),
  }),
  /** People in scope who execute orders or are responsible for one, for the 负责人 filter. */
  people: query({
    title: '可筛选的负责人',
    entities: ['user'],
    path: '/ops/order/people',
    access: { perm: 'order:list' },
    input: nothing,
    output: z.array(z.object({ id: z.string(), realname: z.string(), departName: z.string() })),
  }),
  detail: query({
    kept: true,
    title: '工单详情',
    path: '/ops/order/detail',
    access: { perm: 'order:list' },
    input: z.object({ id }),
    output: orderDetail,
  }),
  /** By work code, for deep links and search. */
  find: query({
    title: '按编号查找工单',
    path: '/ops/order/byCode',
    access: { perm: 'order:list' },
    input: z.object({ workCode: named('工单编号', requiredText(32)) }),
    output: z.object({ id: z.string() }),
  }),
  history: query({
    kept: true,
    title: '工单历史',
    path: '/ops/order/history',
    access: { perm: 'order:list' },
    input: z.object({ id }),
    output: z.array(orderEvent),
  }),
  version: query({
    title: '工单版本',
    entities: [],
    path: '/ops/order/version',
    access: { perm: 'order:list' },
    input: z.object({ id }),
    output: z.object({ version: z.int() }),
  }),
  /** People with `order:execute` whose data scope includes the station, the most suitable first. */
  executors: query({
    title: '可指派的执行人',
    entities: ['user'],
    path: '/ops/order/executors',
    access: { perm: 'order:assign' },
    input: z.object({ id }),
    output: z.array(orderCandidate),
  }),
  insert: command({
    title: '新建工单',
    path: '/ops/order/insert',
    access: { perm: 'order:create' },
    input: z
      .object({
        psId: named('电站', id),
        taskType,
        taskDescription: named('任务描述', requiredText(500)),
        taskCategory: named('任务分类', text(32).optional()),
        workSubclass: named('任务子类', text(32).optional()),
        opsBusinessSource: named('业务来源', text(32).optional()),
        deviceId: named('设备', id.optional()),
        defectLevel: defectLevel.optional(),
        areaName: named('区域', text(64).optional()),
        /** 0 none, 1 a work ticket, 2 an operation ticket. */
        needTicket: named('两票', z.literal([0, 1, 2], '请选择两票').default(0)),
        purchasesWay: named('采购方式', text(32).optional()),
        /** The fields of the task type, by their keys (`taskTypeCalls.choices`). */
        form: named(
          '类型字段',
          z.record(z.string().max(40), z.union([z.string().max(2000), z.number()])).default({}),
        ),
        planStartTime: named('计划开始时间', time.optional()),
        planEndTime: named('计划结束时间', time.optional()),
        impCommitTime: named('承诺完成时间', time.optional()),
        lossPower: named('损失速率', upTo(1_000_000).default(0)),
      })
      .refine(endsAfterStart, endTooEarly),
    output: orderRow,
  }),
  assign: step({ title: '指派工单', name: 'assign', perm: 'order:assign', input: assignInput }),
  claim: step({
    title: '接单',
    name: 'claim',
    perm: 'order:claim',
    /** A person who takes an order will execute it. */
    besides: { 执行: ['order:execute'] },
    input: z.object(seen),
  }),
  /** Reassigns to another executor; steps, hours, notes and the state of the work are kept. */
  reassign: step({ title: '改派工单', name: 'reassign', perm: 'order:assign', input: reassignInput }),
  /** Moves the planned time; conflicts that are no rules need `confirmed`. */
  reschedule: step({
    title: '改期',
    name: 'reschedule',
    perm: 'order:assign',
    input: z.object({ ...seen, ...rescheduleFields }).refine(endsAfterStart, endTooEarly),
  }),
  /** What speaks against a planned time, before it is chosen. */
  planConflicts: query({
    title: '计划时间的冲突',
    entities: ['order', 'station'],
    path: '/ops/order/planConflicts',
    access: { perm: 'order:assign' },
    input: z.object({ id, ...plannedTime }).refine(endsAfterStart, endTooEarly),
    output: z.object({ conflicts: z.array(planConflict) }),
  }),
  start: step({ title: '开始作业', name: 'start', perm: 'order:execute', input: z.object(seen) }),
  execute: step({
    title: '执行工单',
    name: 'execute',
    perm: 'order:execute',
    bodyKb: 256,
    input: executeInput,
  }),
  /** Adds an upload of the caller to a step; the order's version stays, so that a form that is open goes on. */
  addPhoto: command({
    title: '添加步骤照片',
    path: '/ops/order/photo/insert',
    access: { perm: 'order:execute' },
    input: newPhoto,
    output: orderPhotos,
  }),
  removePhoto: command({
    title: '删除步骤照片',
    path: '/ops/order/photo/delete',
    access: { perm: 'order:execute' },
    input: knownPhoto,
    output: orderPhotos,
  }),
  check: step({ title: '验收工单', name: 'check', perm: 'order:check', input: checkInput }),
  extension: step({
    title: '申请延期',
    name: 'extension',
    perm: 'order:extend',
    entities: ['order', 'process'],
    input: z.object({ ...seen, ...extensionFields }),
  }),
  /** Decides the open request, as its step among 我的流程 does. */
  extensionAudit: step({
    title: '审批延期',
    name: 'extensionAudit',
    perm: 'order:audit',
    entities: ['order', 'process'],
    input: z.object({ ...seen, ...auditFields }).refine(saysWhy, whyMissing),
  }),
  /** Records the insurance case of an order and who handles it, as far as it has come. */
  insuranceAssign: step({
    title: '登记保险',
    name: 'insurance/assign',
    perm: 'order:assign',
    input: z.object({ ...seen, ...insuranceFields }).superRefine(stagesInOrder),
  }),
  terminate: step({
    title: '作废工单',
    name: 'terminate',
    perm: 'order:terminate',
    input: z.object({ ...seen, reason }),
  }),
  /** The same three actions for the reform types 10 and 18, whose clients call them by type (spec 2 §7). */
  reformAssign: step({
    title: '指派整改工单',
    name: ':reformType/assign',
    perm: 'order:assign',
    input: z.intersection(reformType, assignInput),
  }),
  reformExecute: step({
    title: '执行整改工单',
    name: ':reformType/execute',
    perm: 'order:execute',
    bodyKb: 256,
    input: z.intersection(reformType, executeInput),
  }),
  reformCheck: step({
    title: '验收整改工单',
    name: ':reformType/check',
    perm: 'order:check',
    input: z.intersection(reformType, checkInput),
  }),
}
