import { metricNames, metrics, MINUTE_MS, type MetricName } from '@heliodesk/contract/telemetry.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import type { TelemetryColumn } from './columns.ts'
import type { Moment } from './events-file.ts'
import type { Findings } from './findings.ts'
import { readRows, type RowReader } from './row-reader.ts'
import type { Table } from './table.ts'

export type TelemetryRow = {
  row: number
  /** Either key or name identifies the station. */
  externalKey: string | null
  psName: string | null
  /** Its code; null for the station as a whole. */
  device: string | null
  /** The beginning of the step, by the server's clock. */
  at: number
  values: Partial<Record<MetricName, number>>
}

const FINEST_MS = 5 * MINUTE_MS

/** The valid rows of a file of measured values; everything else is reported in the findings. */
export function checkTelemetry(table: Table, moment: Moment, findings: Findings): TelemetryRow[] {
  const seen = new Map<string, number>()
  return readRows('telemetry', table, findings, (reader: RowReader<TelemetryColumn>) => {
    const externalKey = reader.text('externalKey', 64)
    const psName = reader.text('psName', 100)
    if (!externalKey && !psName) reader.error('externalKey', '请填写外部编号或电站名称')
    const device = reader.text('device', 64)
    const time = reader.requiredMoment('at')
    const at = time === null ? null : fromWireTime(time, moment.timeZone).getTime()
    if (at !== null && at % FINEST_MS !== 0) reader.error('at', '应为 5 分钟的整数倍')
    if (at !== null && at > moment.now.getTime()) reader.error('at', `时间 ${time} 晚于现在`)
    const values = Object.fromEntries(
      metricNames.flatMap((metric) => {
        const { least, most } = metrics[metric]
        const value = reader.number(metric, { min: least, max: most })
        return value === null ? [] : [[metric, value] as const]
      }),
    )
    if (reader.ok && Object.keys(values).length === 0) reader.error('power', '这一行没有数值')
    const place = JSON.stringify([externalKey, externalKey === null ? psName : null, device, at])
    const earlier = seen.get(place)
    if (earlier) reader.error('at', `与第 ${earlier} 行是同一时间`)
    if (!reader.ok || at === null) return null
    seen.set(place, reader.row)
    return { row: reader.row, externalKey, psName, device, at, values }
  })
}
