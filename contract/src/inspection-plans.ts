import { z } from 'zod'
import { callsOf } from './call.ts'
import { holidayRules } from './cycle-days.ts'
import {
  businessPage,
  businessPageOf,
  day,
  id,
  keyOf,
  named,
  nothing,
  requiredText,
  sortedBy,
  text,
  time,
  version,
} from './fields.ts'
import { MOST_LEAD } from './inspection-cycles.ts'

const { command, query } = callsOf('inspectionPlan')

const see = { perm: 'plan:list' } as const
const edit = { perm: 'plan:edit' } as const
const audit = { perm: 'plan:audit' } as const

export const planStates = {
  draft: '草稿',
  audit: '待审核',
  effective: '已生效',
  returned: '已退回',
  stopped: '已停用',
} as const
export type PlanState = keyof typeof planStates

export const abnormalRules = { press: '现场一键转缺陷', rule: '按规则自动转缺陷' } as const
export type AbnormalRule = keyof typeof abnormalRules

/** Why nobody audits a plan that they submitted. */
export const OWN_PLAN = '不能审核自己提交的计划'

/** After so many days of waiting, an audit is late. */
export const LATE_AUDIT_DAYS = 2

export const MOST_LEGS = 100
const MOST_ITEMS = 200
const MOST_POINTS = 100
const MOST_AT_ONCE = 500

const ids = (title: string, most: number) =>
  named(title, z.array(id).max(most, `最多 ${most} 个`).default([]))

const leg = z.object({
  psId: named('电站', id),
  spaceIds: ids('区域', MOST_POINTS),
  deviceIds: ids('设备', MOST_POINTS),
  personId: named('负责人', id),
  hours: named('预计工时', z.number().min(0.1, '至少 0.1 小时').max(999, '最多 999 小时').default(1)),
})

const described = {
  name: named('计划名称', requiredText(50)),
  depId: named('责任部门', id),
  cycleId: named('周期', id),
  /** A change of a plan in effect counts from here on. */
  fromDay: named('开始日期', day),
  untilDay: named('结束日期', day.nullable().default(null)),
  holidays: named('遇节假日', keyOf(holidayRules, '请选择遇节假日时的做法')),
  leadDays: named(
    '提前生成',
    z.number('应为数字').int('应为整数').min(0, '不能小于 0').max(MOST_LEAD, `不能大于 ${MOST_LEAD}`),
  ),
  abnormal: named('异常读数', keyOf(abnormalRules, '请选择异常读数的处理')),
  legs: named('路线', z.array(leg).max(MOST_LEGS, `最多 ${MOST_LEGS} 段`)),
  itemIds: ids('巡检项目', MOST_ITEMS),
  remark: named('备注', text(200).default('')),
}

const planRow = z
  .object({
    id: z.string(),
    planCode: z.string(),
    planName: z.string(),
    state: keyOf(planStates),
    stateName: z.string(),
    /** The state of a further version of a plan in effect. */
    nextState: z.enum(['draft', 'audit', 'returned']).nullable(),
    /** From when on it is stopped. */
    stopOn: day.nullable(),
    version: z.int(),
    /** The stations of the route in their order, at most three. */
    stations: z.array(z.string()),
    stationCount: z.int(),
    cycleId: z.string(),
    cycleName: z.string(),
    cycleWhen: z.string(),
    nextDue: day.nullable(),
    /** Another day than `nextDue` where it was moved. */
    nextNominal: day.nullable(),
    isEstimate: z.boolean(),
    /** Of the 30 days from today. */
    orders30: z.int(),
    /** Per cent of what was due within the last 90 days, without today and without what is under way; null if nothing was. */
    onTime: z.number().nullable(),
    depId: z.string(),
    depName: z.string(),
    creatorName: z.string(),
    submitterId: z.string().nullable(),
    submitTime: time.nullable(),
    /** Days since the submission of what waits for an audit. */
    waitingDays: z.number().nullable(),
    /** Why the last audit returned it. */
    returnReason: z.string().nullable(),
    /** What the caller may do with it, as far as its state is concerned. */
    may: z.array(z.enum(['edit', 'submit', 'withdraw', 'audit', 'stop', 'restart', 'remove'])),
  })
  .meta({ id: 'InspectionPlan' })
export type PlanRow = z.output<typeof planRow>

const named2 = z.object({ id: z.string(), name: z.string() })

const detailLeg = z.object({
  no: z.int(),
  psId: z.string(),
  psName: z.string(),
  spaces: z.array(named2),
  devices: z.array(named2),
  /** Devices that are looked at. */
  deviceCount: z.int(),
  personId: z.string(),
  personName: z.string(),
  hours: z.number(),
})

const detailVersion = z.object({
  no: z.int(),
  state: z.enum(['draft', 'audit', 'returned', 'effective']),
  planName: z.string(),
  depId: z.string(),
  depName: z.string(),
  cycleId: z.string(),
  cycleName: z.string(),
  fromDay: day,
  untilDay: day.nullable(),
  holidays: keyOf(holidayRules),
  leadDays: z.int(),
  abnormal: keyOf(abnormalRules),
  legs: z.array(detailLeg),
  items: z.array(named2),
  remark: z.string(),
  submitterName: z.string().nullable(),
  submitTime: time.nullable(),
})

const planDetail = planRow.extend({ versions: z.array(detailVersion) }).meta({ id: 'InspectionPlanDetail' })
export type PlanDetail = z.output<typeof planDetail>

const auditLine = z.object({
  color: z.string(),
  content: z.string(),
  timestamp: z.string(),
  message: z.string(),
})

const seen = { id, version }

/** What became of each of several plans. */
const outcome = z.object({
  id: z.string(),
  planCode: z.string(),
  planName: z.string(),
  done: z.boolean(),
  /** Why not. */
  reason: z.string(),
})

const several = named(
  '计划',
  z.array(z.object(seen)).min(1, '请选择计划').max(MOST_AT_ONCE, `一次最多 ${MOST_AT_ONCE} 个计划`),
)

const reason = (title: string) => named(title, text(100).min(1, '请输入'))

export const inspectionPlanCalls = {
  add: command({
    title: '新建巡检计划',
    path: '/planManage/addPlan',
    access: edit,
    bodyKb: 768,
    input: z.object(described),
    output: planRow,
  }),
  list: query({
    title: '巡检计划列表',
    path: '/planManage/planList',
    access: see,
    entities: ['inspectionPlan', 'inspectionCycle', 'order'],
    input: z.object({
      keyword: named('关键词', text(50).default('')),
      state: named('状态', keyOf(planStates).optional()),
      psId: named('电站', id.optional()),
      depId: named('责任部门', id.optional()),
      cycleId: named('周期', id.optional()),
      personId: named('负责人', id.optional()),
      ...sortedBy(['planCode', 'planName', 'nextDue']),
      ...businessPage,
    }),
    output: businessPageOf(planRow),
  }),
  /** Which code the next plan gets, if nobody adds one before. */
  code: query({
    title: '巡检计划编号',
    path: '/planManage/getPlanCode',
    access: see,
    input: nothing,
    output: z.object({ planCode: z.string() }),
  }),
  /** A plan in effect gets a further version, which counts once it is audited. */
  update: command({
    title: '编辑巡检计划',
    path: '/planManage/updatePlan',
    access: edit,
    bodyKb: 768,
    input: z.object({ ...seen, ...described }),
    output: planRow,
  }),
  /** Of a plan that was never in effect; of one in effect, the version that was to follow. */
  remove: command({
    title: '删除巡检计划',
    path: '/planManage/deletePlan',
    access: edit,
    input: z.object(seen),
    output: z.null(),
  }),
  batchAudit: command({
    title: '批量审核巡检计划',
    path: '/planManage/batchAudit',
    access: audit,
    bodyKb: 96,
    entities: ['inspectionPlan', 'process'],
    input: z
      .object({
        plans: several,
        pass: named('结论', z.boolean('请选择通过或退回')),
        auditOpinion: named('审核意见', text(100).default('')),
      })
      .refine(({ pass, auditOpinion }) => pass || auditOpinion !== '', {
        path: ['auditOpinion'],
        message: '请输入',
      }),
    output: z.object({ results: z.array(outcome), done: z.int() }),
  }),
  detail: query({
    title: '巡检计划详情',
    path: '/planManage/getPlanById',
    access: see,
    entities: ['inspectionPlan', 'inspectionCycle', 'inspectionItem', 'order'],
    input: z.object({ id }),
    output: planDetail,
  }),
  auditRecord: query({
    title: '巡检计划审核记录',
    path: '/planManage/auditRecord',
    access: see,
    entities: ['inspectionPlan', 'process'],
    input: z.object({ id }),
    output: z.array(auditLine),
  }),
  byCode: query({
    title: '按编号查巡检计划',
    path: '/planManage/getPlanByCode',
    access: see,
    input: z.object({ planCode: named('计划编号', requiredText(30)) }),
    output: z.object({ id: z.string() }),
  }),
  copy: command({
    title: '复制巡检计划',
    path: '/planManage/copyPlan',
    access: edit,
    input: z.object({ id }),
    output: planRow,
  }),
  submit: command({
    title: '提交巡检计划',
    path: '/planManage/submitPlan',
    access: edit,
    entities: ['inspectionPlan', 'process'],
    input: z.object(seen),
    output: planRow,
  }),
  withdraw: command({
    title: '撤回巡检计划',
    path: '/planManage/withdrawPlan',
    access: edit,
    entities: ['inspectionPlan', 'process'],
    input: z.object(seen),
    output: planRow,
  }),
  stop: command({
    title: '停用巡检计划',
    path: '/planManage/stopPlan',
    access: edit,
    input: z.object({ plans: several, fromDay: named('停用日期', day), reason: reason('停用原因') }),
    output: z.object({ results: z.array(outcome), done: z.int() }),
  }),
  restart: command({
    title: '启用巡检计划',
    path: '/planManage/restartPlan',
    access: edit,
    input: z.object(seen),
    output: planRow,
  }),
  /** The month as a plan would be in it: when it is due, what else is, and what its people have to do. */
  preview: query({
    title: '巡检计划推算',
    path: '/planManage/previewPlan',
    access: see,
    bodyKb: 768,
    entities: ['inspectionPlan', 'inspectionCycle', 'calendar', 'order'],
    input: z.object({
      planId: named('计划', id.optional()),
      cycleId: named('周期', id),
      fromDay: named('开始日期', day),
      untilDay: named('结束日期', day.nullable().default(null)),
      holidays: described.holidays,
      legs: named('路线', z.array(leg).max(MOST_LEGS, `最多 ${MOST_LEGS} 段`).default([])),
      month: named('月份', z.string().regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM')),
    }),
    output: z.object({
      today: day,
      dues: z.array(z.object({ day, nominal: day, isEstimate: z.boolean() })),
      next: z.array(z.object({ day, nominal: day, isEstimate: z.boolean() })),
      /** Days of the month on which nobody works. */
      daysOff: z.array(z.object({ day, name: z.string() })),
      /** Of other plans of these stations. */
      others: z.array(z.object({ day, planName: z.string(), count: z.int() })),
      /** Orders of these stations whose work is planned for that day. */
      orders: z.array(z.object({ day, count: z.int() })),
      people: z.array(
        z.object({
          personId: z.string(),
          realname: z.string(),
          /** Hours that are planned without this plan, and by it. */
          planned: z.number(),
          own: z.number(),
          cap: z.number(),
        }),
      ),
      /** Colleagues who could take a leg over, with what they have planned. */
      spare: z.array(
        z.object({ personId: z.string(), realname: z.string(), planned: z.number(), cap: z.number() }),
      ),
    }),
  }),
  /** This month, until today, of the plans in scope. */
  figures: query({
    title: '巡检计划概况',
    path: '/planManage/figures',
    access: see,
    entities: ['inspectionPlan', 'inspectionSheet', 'order'],
    input: nothing,
    output: z.object({
      /** The days of the month that are counted, of which today is the last. */
      from: day,
      until: day,
      due: z.int(),
      onTime: z.int(),
      /** Per cent, of this month and the last. */
      rate: z.number().nullable(),
      lastRate: z.number().nullable(),
      late: z.int(),
      lateHours: z.number().nullable(),
      missed: z.int(),
      missedAt: z.array(z.object({ psId: z.string(), psName: z.string(), count: z.int() })),
      running: z.int(),
      /** Readings of the same inspections. */
      abnormal: z.int(),
      defects: z.int(),
      exempt: z.int(),
      states: z.record(z.string(), z.int()),
      nextRun: time,
    }),
  }),
}
