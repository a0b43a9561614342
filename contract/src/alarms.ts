import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, keyOf, named, requiredText, text, time } from './fields.ts'

const { command } = callsOf('inspectionPlan')

export const alarmLevels = { 1: '紧急', 2: '重要', 3: '次要', 4: '提示' } as const
export const alarmEdges = { raise: '发生', clear: '恢复' } as const
const outcomes = { stored: '已接收', duplicate: '重复', rejected: '被拒' } as const

/** An alarm that comes back within this time is the same one. */
export const SAME_ALARM_MINUTES = 10

/** The most events in one call. */
export const ALARM_EVENTS = 500

const event = z.object({
  psId: named('电站', id.optional()),
  externalKey: named('外部编号', text(64).optional()),
  /** Its code; without it the event is of the station as a whole. */
  device: named('设备编号', text(64).optional()),
  code: named('告警码', requiredText(64)),
  name: named('告警名称', text(100).default('')),
  part: named('子对象', text(32).default('')),
  level: named('级别', z.literal([1, 2, 3, 4], '级别应为 1 至 4').default(3)),
  edge: named('沿', keyOf(alarmEdges, '沿应为 raise（发生）或 clear（恢复）')),
  time: named('设备时间', time),
  /** The key of the source for this event; without one, what is reported and when. */
  eventKey: named('事件编号', text(64).optional()),
})

export const alarmCalls = {
  /** Takes what devices report. Each event is answered for; one that is wrong does not keep the others out. */
  ingest: command({
    title: '接收告警事件',
    path: '/alarm/v1/ingest',
    access: { perm: 'telemetry:write' },
    bodyKb: 512,
    input: z.object({
      events: named(
        '事件',
        z.array(event).min(1, '没有事件').max(ALARM_EVENTS, `一次最多接收 ${ALARM_EVENTS} 个事件`),
      ),
    }),
    output: z.object({
      stored: z.int(),
      /** In the order of the events. */
      results: z.array(z.object({ outcome: keyOf(outcomes), reason: z.string() })),
    }),
  }),
}
