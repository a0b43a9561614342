import type { Received } from '@heliodesk/contract/call.ts'
import { metrics, telemetryCalls, type MetricName } from '@heliodesk/contract/telemetry.ts'
import { Chart } from '../../kit/chart/Chart.tsx'
import { Figures, type Figure } from '../../kit/Figures.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useCall } from '../../lib/queries.ts'
import { energyOf, gapsOf, peakOf, sumOver } from './day-curves.ts'
import css from './stations.module.css'

type Answer = Received<typeof telemetryCalls.query>
type Series = Answer['series'][number]

const SHOWN: MetricName[] = ['power', 'irradiance', 'energy']

/** The course of a day: power and irradiance as they were measured, with what is missing. */
export function DayCurves({ psId, day }: { psId: string; day: string }) {
  const read = useCall(telemetryCalls.query, { psId, metric: SHOWN, from: day, until: day, grain: 'step' })
  return (
    <Reading read={read} keepsOld name="测量值" height={240}>
      {(data) => <Shown data={data} day={day} />}
    </Reading>
  )
}

function Shown({ data, day }: { data: Answer; day: string }) {
  const { series, step, at, firstDay, lastDay } = data
  const of = (metric: MetricName) => series.find((each) => each.metric === metric && hasValue(each))
  const [power, irradiance, energy] = SHOWN.map(of)
  if (!power && !irradiance && !energy)
    return (
      <Empty
        title="这天没有测量值"
        text={firstDay === null ? '可以由采集系统调用接口写入' : `有数据的日期：${firstDay} 至 ${lastDay}`}
      />
    )
  const times = at.map((time) => time.slice(11, 16))
  const gaps = power ? gapsOf(power.values, times, step) : []
  return (
    <>
      <Figures figures={figuresOf(data, { power, irradiance, energy })} className={css.figures} />
      {[power, irradiance].map(
        (each) =>
          each && (
            <Chart
              key={each.metric}
              label={`${day} ${metrics[each.metric].title}`}
              points={{ title: '时间', names: times, short: (time) => (time.endsWith(':00') ? time : '') }}
              unit={metrics[each.metric].unit}
              series={[
                {
                  name: metrics[each.metric].title,
                  kind: 'line',
                  tone: each.metric === 'power' ? 'own' : 'second',
                  values: each.values,
                  filled: each.metric === 'power',
                  note: each.summed ? '各设备合计' : undefined,
                },
              ]}
            />
          ),
      )}
      {gaps.length > 0 && (
        <p className="t3">
          缺数 {gaps.length} 段：{gaps.slice(0, 6).join('、')}
          {gaps.length > 6 && ' 等'}
        </p>
      )}
    </>
  )
}

const hasValue = ({ values }: Series) => values.some((value) => value !== null)

type Found = Partial<Record<'power' | 'irradiance' | 'energy', Series | undefined>>

function figuresOf({ step, at }: Answer, { power, irradiance, energy }: Found): Figure[] {
  const peak = power ? peakOf(power.values) : null
  const kwh = energy ? sumOver(energy.values) : power ? energyOf(power.values, step) : null
  const sun = irradiance ? energyOf(irradiance.values, step) : null
  return [
    {
      title: '发电量',
      value: kwh === null ? null : `${formatNumber(kwh, 0)} kWh`,
      note: energy ? '表计' : '由功率推算',
    },
    {
      title: '最大功率',
      value: peak && `${formatNumber(peak.value, 0)} kW`,
      note: peak ? at[peak.at]!.slice(11, 16) : '没有功率',
    },
    {
      title: '辐照量',
      value: sun === null ? null : `${formatNumber(sun / 1000, 2)} kWh/m²`,
      note: '按辐照度累计',
    },
  ]
}
