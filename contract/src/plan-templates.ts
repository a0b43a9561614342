import { z } from 'zod'
import { callsOf } from './call.ts'
import { holidayRules } from './cycle-days.ts'
import { id, keyOf, named, nothing, requiredText } from './fields.ts'
import { abnormalRules } from './inspection-plans.ts'

const { command, query } = callsOf('inspectionPlan')

const edit = { perm: 'plan:edit' } as const

/** Of one company. */
export const MOST_TEMPLATES = 100

const planTemplate = z
  .object({
    /** Of the company's own its id, else the name of one of the trade. */
    key: z.string(),
    /** Null for one of the trade. */
    id: z.string().nullable(),
    name: z.string(),
    /** How often, in words: of a template of the trade, also where the company has no such cycle. */
    often: z.string(),
    /** The company's cycle; null if it has none that fits. */
    cycleId: z.string().nullable(),
    holidays: keyOf(holidayRules),
    leadDays: z.int(),
    abnormal: keyOf(abnormalRules),
    items: z.array(z.object({ id: z.string(), name: z.string() })),
    remark: z.string(),
    updatedBy: z.string(),
    updateTime: z.string().nullable(),
  })
  .meta({ id: 'InspectionPlanTemplate' })
export type PlanTemplate = z.output<typeof planTemplate>

export const planTemplateCalls = {
  /** The company's own first, then those of the trade with the items and cycles that the company has. */
  templates: query({
    title: '巡检计划模板',
    path: '/planManage/template/list',
    access: edit,
    entities: ['inspectionPlan', 'inspectionCycle', 'inspectionItem'],
    input: nothing,
    output: z.array(planTemplate),
  }),
  /** What the newest version of a plan says, without its route, its department and its days. */
  addTemplate: command({
    title: '存为巡检计划模板',
    path: '/planManage/template/add',
    access: edit,
    input: z.object({ planId: named('计划', id), name: named('模板名称', requiredText(50)) }),
    output: planTemplate,
  }),
  removeTemplate: command({
    title: '删除巡检计划模板',
    path: '/planManage/template/delete',
    access: edit,
    input: z.object({ id: named('模板', id) }),
    output: nothing,
  }),
}
