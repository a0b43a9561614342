import { z } from 'zod'
import { callsOf } from './call.ts'
import { keyOf, nothing, time } from './fields.ts'

const { query } = callsOf('health')

export const healthLevels = { ok: '正常', warn: '注意', bad: '异常' } as const
export type HealthLevel = keyof typeof healthLevels

const line = z
  .object({
    title: z.string(),
    value: z.string(),
    level: keyOf(healthLevels),
    /** When it is amber and red, in words. */
    rule: z.string(),
    /** What to do if it is not green; '' otherwise. */
    advice: z.string(),
  })
  .meta({ id: 'HealthLine' })
export type HealthLine = z.output<typeof line>

export const healthCalls = {
  look: query({
    title: '系统健康',
    path: 'GET /sys/health/look',
    access: { perm: 'health:view' },
    input: nothing,
    output: z.object({
      time,
      level: keyOf(healthLevels),
      groups: z.array(z.object({ title: z.string(), lines: z.array(line) })),
    }),
  }),
}
