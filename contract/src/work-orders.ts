import { z } from 'zod'
import { callsOf, type Besides } from './call.ts'
import { defectLevel } from './defect-levels.ts'
import type { Entity } from './entities.ts'
import { businessPage, businessPageOf, id, named, nothing, requiredText, text, time, upTo } from './fields.ts'
import type { PermissionCode } from './permissions.ts'
import { insuranceFields, orderInsurance, stagesInOrder } from './order-insurance.ts'
import {
  endsAfterStart,
  endTooEarly,
  planConflict,
  plannedTime,
  rescheduleFields,
} from './work-order-plan.ts'
import { reassignReasons } from './work-order-rules.ts'
import {
  auditFields,
  extensionFields,
  orderEvent,
  orderExtension,
  saysWhy,
  whyMissing,
} from './order-records.ts'
import { flowSts, orderQuery, taskType } from './work-order-list.ts'
import { ofProject, ofStation } from './references.ts'

const { command, query } = callsOf('order')

/** A step of the work, copied from the task type's template when an order is taken. */
export const workStep = z.object({
  name: requiredText(100),
  required: z.boolean(),
  needPhoto: z.boolean(),
  needValue: z.boolean(),
  done: z.boolean(),
  doneAt: time.nullable(),
  value: text(50),
  note: text(200),
})

export const prerequisite = z.object({ name: requiredText(100), required: z.boolean(), met: z.boolean() })

const hoursInput = z.object({
  executorName: named('作业人员', requiredText(50)),
  actualStartTime: named('实际开始时间', time),
  actualEndTime: named('实际结束时间', time),
  peopleNum: named(
    '人数',
    z.coerce.number().int('人数应为整数').min(1, '人数至少 1 人').max(999, '人数最多 999 人'),
  ),
  remark: named('备注', text(200).default('')),
})

/** A row of the list: the columns of spec 2 §3, and the fields that the state rules need. */
export const orderRow = z
  .object({
    id: z.string(),
    version: z.int(),
    workCode: z.string(),
    ...ofProject,
    ...ofStation,
    siteType: z.string(),
    siteTypeLabel: z.string(),
    taskCategoryLabel: z.string().nullable(),
    taskType: z.int(),
    taskTypeLabel: z.string(),
    /** Acceptance gives a score and a suggestion. */
    scored: z.boolean(),
    workSubclass: z.string().nullable(),
    taskDescription: z.string(),
    opsBusinessSourceLabel: z.string().nullable(),
    opsSourceCategoryLabel: z.string(),
    planStartTime: time.nullable(),
    planEndTime: time.nullable(),
    /** Hours past the planned end, exact to 0.1; null if not overdue. */
    overHours: z.number().nullable(),
    flowEndTime: time.nullable(),
    impCommitTime: time.nullable(),
    /** Time of assignment or claim. */
    realStartTime: time.nullable(),
    planCode: z.string().nullable(),
    ticketNo: z.string().nullable(),
    liableUserId: z.string().nullable(),
    liablePerson: z.string().nullable(),
    assistUserIds: z.array(z.string()),
    reporterId: z.string().nullable(),
    areaName: z.string().nullable(),
    depName: z.string(),
    flowSts,
    flowStsName: z.string(),
    otherSts: z.int(),
    /** Who asked for the extension that waits for a decision. */
    extensionAskerId: z.string().nullable(),
    /** How often it has been extended. */
    extensionCount: z.int(),
    needTicket: z.int(),
    defectLevel: defectLevel.nullable(),
    /** I 紧急; null if it is not graded. */
    defectLevelLabel: z.string().nullable(),
    /** kWh lost per hour while the order is open. */
    lossPower: z.number(),
    createTime: time,
  })
  .meta({ id: 'WorkOrder' })

const hoursRow = hoursInput.extend({ id: z.string(), workHours: z.number() })

export const orderDetail = orderRow
  .extend({
    depCode: z.string(),
    taskCategory: z.string().nullable(),
    opsBusinessSource: z.string().nullable(),
    opsSourceCategory: z.string(),
    deviceId: z.string().nullable(),
    deviceName: z.string().nullable(),
    deviceType: z.string().nullable(),
    deviceModel: z.string().nullable(),
    deviceManufacturer: z.string().nullable(),
    capacityKwp: z.number().nullable(),
    reporterName: z.string().nullable(),
    assistUserNames: z.array(z.string()),
    checkerName: z.string().nullable(),
    workStartTime: time.nullable(),
    submitTime: time.nullable(),
    /** 0: no hours required; the specification's clients compare the number. */
    needWorkHours: z.union([z.literal(0), z.literal(1)]),
    purchasesWay: z.string().nullable(),
    executionNote: z.string().nullable(),
    score: z.number().nullable(),
    suggestion: z.string().nullable(),
    terminateReason: z.string().nullable(),
    prerequisiteList: z.array(prerequisite),
    stepList: z.array(workStep),
    workHoursList: z.array(hoursRow),
    /** The latest first. */
    extensionList: z.array(orderExtension),
    insurance: orderInsurance.nullable(),
    /** What was filled in for the order's type, in words. */
    formLines: z.array(z.object({ key: z.string(), label: z.string(), text: z.string() })),
    /** Of its flow chart (spec 2 §3). */
    processInstanceId: id,
  })
  .meta({ id: 'WorkOrderDetail' })

const points = z.number().min(0).max(100)

/** A person whom an order may be given to, and what speaks for them (`dispatch-score.ts`). */
const orderCandidate = z.object({
  id: z.string(),
  realname: z.string(),
  departName: z.string(),
  openOrders: z.int(),
  /** Kilometres from where they are at work today, or else from their team's stations; null if not known. */
  km: z.number().nullable(),
  isAtWork: z.boolean(),
  /** The station where they are at work today; null also if the caller may not see it. */
  workplace: z.string().nullable(),
  /** Closed orders of theirs among the station's newest: on this device, on others of its model, and in all. */
  onDevice: z.int(),
  onModel: z.int(),
  atStation: z.int(),
  lastOnDevice: time.nullable(),
  points: z.object({ distance: points, load: points, known: points }),
  /** The sum of the points. */
  score: z.int(),
})

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
  workHoursList: named('工时', z.array(hoursInput).max(50)),
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
        needTicket: named('两票', z.literal(0, '两票尚未启用').default(0)),
        purchasesWay: named('采购方式', text(32).optional()),
        /** The fields of the task type, by their keys (`taskTypeCalls.choices`). */
        form: named(
          '类型字段',
          z.record(z.string().max(40), z.union([z.string().max(2000), z.number()])).default({}),
        ),
        planStartTime: named('计划开始时间', time.optional()),
        planEndTime: named('计划结束时间', time.optional()),
        impCommitTime: named('承诺完成时间', time.optional()),
        lossPower: named('损失功率', upTo(1_000_000).default(0)),
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
