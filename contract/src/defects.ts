import { z } from 'zod'
import { callsOf } from './call.ts'
import { defectLevel, gradeRule } from './defect-levels.ts'
import { id, named, nothing, time } from './fields.ts'

const { query } = callsOf('setting')
const access = { perm: 'order:list' } as const

export const defectCalls = {
  /** The grades with their limits, the gravest first. */
  levels: query({
    title: '缺陷等级',
    path: '/defect/level/defectType',
    access,
    input: nothing,
    output: z.array(gradeRule.extend({ defectLevel })),
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
      deviceId: named('设备', id.optional()),
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
