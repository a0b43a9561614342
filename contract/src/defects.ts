import { z } from 'zod'
import { callsOf } from './call.ts'
import { defectLevel, gradeRule } from './defect-levels.ts'
import { id, named, nothing, text, time } from './fields.ts'

const { query } = callsOf('setting')
const access = { perm: 'order:list' } as const

const deviceId = named('设备', id.optional())

/** A text by which a defect of a kind of device is known to be of a grade. */
const grading = z
  .object({
    id: z.string(),
    defectLevel,
    /** Null for all devices. */
    deviceTypeId: z.string().nullable(),
    deviceTypeName: z.string().nullable(),
    /** One of these is in the description. */
    words: z.array(z.string()),
    note: z.string(),
  })
  .meta({ id: 'DefectGrading' })

export const defectCalls = {
  /** The grades with their limits, the gravest first. */
  levels: query({
    title: '缺陷等级',
    path: '/defect/level/defectType',
    access,
    input: nothing,
    output: z.array(gradeRule.extend({ defectLevel })),
  }),
  gradings: query({
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
    input: z.object({ taskDescription: named('任务描述', text(500)), deviceId }),
    output: z.object({ grading: grading.extend({ word: z.string() }).nullable() }),
  }),
  /** By when a defect of a grade has to be recovered: from its entry on, which is now for one without an order. */
  predict: query({
    title: '预计恢复时限',
    entities: ['setting', 'order'],
    path: '/ops/order/getPredictRecoverTimeLimit',
    access,
    input: z.object({
      defectLevel,
      id: named('工单', id.optional()),
      psId: named('电站', id.optional()),
      deviceId,
    }),
    output: z.object({
      defectLevel,
      entryTime: time,
      limitHours: z.int(),
      predictRecoverTimeLimit: time,
      /** Moved to the next sunrise: strings and modules are repaired by daylight. */
      isMoved: z.boolean(),
    }),
  }),
}
