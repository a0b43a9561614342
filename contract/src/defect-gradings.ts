import { z } from 'zod'
import { callsOf } from './call.ts'
import { defectLevel } from './defect-levels.ts'
import { id, named, nothing, requiredText, text } from './fields.ts'
import { listedRecordCalls } from './record-calls.ts'

const { query } = callsOf('grading')
const access = { perm: 'order:list' } as const

export const WORDS_OF_GRADING = 30

const words = named(
  '关键词',
  z
    .array(requiredText(20))
    .min(1, '请至少填写一个关键词')
    .max(WORDS_OF_GRADING, `最多 ${WORDS_OF_GRADING} 个`)
    .refine((all) => new Set(all.map((word) => word.toLowerCase())).size === all.length, '关键词不能重复'),
)

const fields = {
  defectLevel,
  deviceTypeId: named('设备类型', id.nullable().default(null)),
  words,
  note: named('说明', text(100).default('')),
}

/** A text by which a defect of a kind of device is known to be of a grade (domain.md §3). */
export const grading = z
  .object({
    id: z.string(),
    defectLevel,
    /** With its subtypes; null for all devices. */
    deviceTypeId: z.string().nullable(),
    deviceTypeName: z.string().nullable(),
    /** One of these is in the description. */
    words: z.array(z.string()),
    note: z.string(),
  })
  .meta({ id: 'DefectGrading' })

const template = grading
  .extend({ defectLevelLabel: z.string(), enabled: z.boolean(), version: z.int() })
  .meta({ id: 'DefectGradingTemplate' })

export const gradingCalls = {
  enabled: query({
    title: '启用的缺陷定级模板',
    path: 'GET /op/template/defect-grading/list-enabled',
    access,
    input: nothing,
    output: z.array(grading),
  }),
  /** The gravest grade whose template fits the description; null if none does. */
  suggestion: query({
    title: '建议的缺陷等级',
    path: '/op/template/defect-grading/suggest',
    access,
    input: z.object({
      taskDescription: named('任务描述', text(500)),
      deviceId: named('设备', id.optional()),
    }),
    output: z.object({ grading: grading.extend({ word: z.string() }).nullable() }),
  }),
  ...listedRecordCalls('grading', {
    title: '定级模板',
    path: '/op/template/defect-grading',
    access: { perm: 'defectGrading:manage' },
    fields: { ...fields, enabled: named('启用', z.boolean().default(true)) },
    filters: {
      defectLevel: defectLevel.optional(),
      enabled: named('状态', z.enum(['0', '1'], '没有这种状态').optional()),
    },
    output: template,
  }),
}
