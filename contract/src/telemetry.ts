import { z } from 'zod'
import { callsOf } from './call.ts'
import { day, id, named, text, time } from './fields.ts'

const { command, query } = callsOf('generation')

type Metric = {
  title: string
  unit: string
  /** What a longer span has: the mean of its values, or their sum. */
  rolls: 'mean' | 'sum'
  /** What several devices have together. */
  adds: boolean
  /** Values beyond are refused: a wrong unit, or a meter's error code. */
  least: number
  most: number
}

/** What is measured; energy is that of the step, not the reading of a counter. */
export const metrics = {
  power: { title: '有功功率', unit: 'kW', rolls: 'mean', adds: true, least: -100_000, most: 10_000_000 },
  energy: { title: '发电量', unit: 'kWh', rolls: 'sum', adds: true, least: 0, most: 10_000_000 },
  irradiance: { title: '辐照度', unit: 'W/m²', rolls: 'mean', adds: false, least: -20, most: 2000 },
  moduleTemp: { title: '组件温度', unit: '℃', rolls: 'mean', adds: false, least: -60, most: 150 },
  ambientTemp: { title: '环境温度', unit: '℃', rolls: 'mean', adds: false, least: -60, most: 80 },
  windSpeed: { title: '风速', unit: 'm/s', rolls: 'mean', adds: false, least: 0, most: 100 },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics
export const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]]

export const MINUTE_MS = 60_000

/** Minutes that a value stands for. */
export const steps = [5, 15, 60] as const

/** The maximum of values in one call, over all its series; no body may have more than 50,000 of anything. */
export const TELEMETRY_VALUES = 40_000
const SERIES = 200
/** A day of five-minute values. */
const VALUES_OF_SERIES = 288

export const grains = { step: '原始', hour: '小时', day: '日' } as const
export type Grain = keyof typeof grains

/** The longest span of each grain, in days. */
export const DAYS_OF_GRAIN = { step: 7, hour: 92, day: 1100 } as const satisfies Record<Grain, number>

const measured = z.object({
  psId: named('电站', id.optional()),
  externalKey: named('外部编号', text(64).optional()),
  /** Its code; without it the values are of the station as a whole. */
  device: named('设备编号', text(64).optional()),
  metric: named('测量量', z.enum(metricNames, '没有这种测量量')),
  step: named('间隔', z.literal(steps, '间隔应为 5、15 或 60 分钟')),
  /** The beginning of the first value's step; the others follow without a gap, null where nothing was measured. */
  from: named('起始时间', time),
  values: named(
    '数值',
    z
      .array(z.number().nullable())
      .min(1, '没有数值')
      .max(VALUES_OF_SERIES, `最多 ${VALUES_OF_SERIES} 个数值`),
  ),
})

export const telemetryCalls = {
  /**
   * Writes measured values, all or none. A value replaces the one of its series and time, so that sending a batch again
   * changes nothing; null leaves what is stored. Sums of hours and days are right when the call returns.
   */
  save: command({
    title: '写入测量值',
    path: '/power-station/telemetry/save',
    access: { perm: 'telemetry:write' },
    bodyKb: 2048,
    input: z.object({
      series: named(
        '序列',
        z.array(measured).min(1, '没有数据').max(SERIES, `一次最多写入 ${SERIES} 个序列`),
      ),
    }),
    output: z.object({
      /** Values that were sent, and hours that changed by them. */
      values: z.int(),
      hoursChanged: z.int(),
    }),
  }),
  /** Measured values of a station over some days, the series of its devices beside those of its own. */
  query: query({
    title: '测量值',
    path: '/power-station/telemetry/query',
    access: { perm: 'station:list' },
    input: z.object({
      psId: named('电站', id),
      metric: named('测量量', z.array(z.enum(metricNames, '没有这种测量量')).min(1, '请选择测量量').max(6)),
      from: named('开始日期', day),
      /** The last day, included. */
      until: named('结束日期', day),
      grain: named('粒度', z.enum(['step', 'hour', 'day']).default('hour')),
      /** Only the station's own series, where it has any. */
      ofStation: named('只看全站', z.boolean().default(true)),
    }),
    output: z.object({
      /** Minutes from one value to the next; a day has 1440. */
      step: z.int(),
      /** Beginnings of the steps, each as long as the values. */
      at: z.array(z.string()),
      series: z.array(
        z.object({
          metric: z.enum(metricNames),
          deviceId: z.string().nullable(),
          deviceName: z.string().nullable(),
          /** Summed from the devices, where the station has no series of its own. */
          summed: z.boolean(),
          values: z.array(z.number().nullable()),
        }),
      ),
      firstDay: z.string().nullable(),
      lastDay: z.string().nullable(),
    }),
  }),
}
