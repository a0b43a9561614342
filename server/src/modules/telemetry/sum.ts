import type { Output } from '@heliodesk/contract/call.ts'
import { metrics, type MetricName, type telemetryCalls } from '@heliodesk/contract/telemetry.ts'

type Series = Output<(typeof telemetryCalls)['query']>['series'][number]

/**
 * What a station as a whole has of a metric: its own series, or what its devices measured together. Where one of them
 * has no value there is none, because a sum without it would look like a loss.
 */
export function sumOf(metric: MetricName, series: readonly Series[]): Series[] {
  const own = series.filter((each) => each.metric === metric)
  const [first] = own
  if (!first || first.deviceId === null) return own
  const values = first.values.map((_value, at) => {
    let sum = 0
    for (const { values: of } of own) {
      const value = of[at] ?? null
      if (value === null) return null
      sum += value
    }
    return metrics[metric].adds ? sum : sum / own.length
  })
  return [{ metric, deviceId: null, deviceName: null, summed: true, values }]
}
