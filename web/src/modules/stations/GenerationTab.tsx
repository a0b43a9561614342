import type { Received } from '@heliodesk/contract/call.ts'
import { generationCalls } from '@heliodesk/contract/generation.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ChevronLeft, ChevronRight, Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import { Chart } from '../../kit/chart/Chart.tsx'
import { Figures, type Figure } from '../../kit/Figures.tsx'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { Empty } from '../../kit/States.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { lazily } from '../../kit/lazily.tsx'
import type { KnownStation } from './station.ts'
import '../../kit/strip.css'
import css from './stations.module.css'
import { companyNow } from '../../lib/company-time.ts'

const DayCurves = lazily(async () => (await import('./DayCurves.tsx')).DayCurves)

type Answer = Received<typeof generationCalls.query>
type Span = 'day' | 'month' | 'year'

const spans = { day: '日内', month: '按日', year: '按月' } as const
const formats = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const
const titles = { day: 'YYYY-MM-DD', month: 'YYYY 年 M 月', year: 'YYYY 年' } as const
const turns = { day: ['前一天', '后一天'], month: ['上个月', '下个月'], year: ['上一年', '下一年'] } as const
/** From this many kWh on, the axis of the chart shows MWh. */
const LARGE_KWH = 10_000

/** 发电: the station's generated energy compared with its plan (domain.md §5). */
export function GenerationTab({ station: { psId } }: { station: KnownStation }) {
  const [span, setSpan] = useState<Span>('month')
  const [at, setAt] = useState(() => companyNow())
  const period = at.format(formats[span])
  const title = at.format(titles[span])
  const [imports, mayEdit] = [useCan('import:run'), useCan('station:edit')]
  const isLast = period >= companyNow().format(formats[span])
  const turn = (steps: number) => setAt(at.add(steps, span))
  const bring = imports && mayEdit && (
    <a className="btn" href={paths.dataImport.href({ kind: 'generation' })}>
      <Upload className="i" aria-hidden />
      导入发电量
    </a>
  )
  return (
    <section className={`sec ${css.generation}`} aria-label="发电">
      <div className={`row ${css.tools}`}>
        <Segments label="统计口径" choices={spans} value={span} onChange={setSpan} />
        <IconButton icon={ChevronLeft} label={turns[span][0]} onClick={() => turn(-1)} />
        <b aria-live="polite">{title}</b>
        <IconButton
          icon={ChevronRight}
          label={turns[span][1]}
          refusal={isLast ? '还没有以后的数据' : null}
          onClick={() => turn(1)}
        />
        <span className="mla">{bring}</span>
      </div>
      {span === 'day' ? (
        <DayCurves psId={psId} day={period} />
      ) : (
        <Days psId={psId} period={period} span={span} title={title} bring={bring} />
      )}
    </section>
  )
}

type DaysProps = { psId: string; period: string } & Omit<ShownProps, 'data'>

function Days({ psId, period, ...rest }: DaysProps) {
  const read = useCall(generationCalls.query, { psId, period })
  return (
    <Reading read={read} keepsOld name="发电量" height={240}>
      {(data) => (
        <>
          <Figures figures={figuresOf(data)} className={css.figures} />
          <Shown data={data} {...rest} />
        </>
      )}
    </Reading>
  )
}

type ShownProps = { data: Answer; span: Exclude<Span, 'day'>; title: string; bring: ReactNode }

function Shown({ data, span, title, bring }: ShownProps) {
  const { rows, total, firstDay, lastDay } = data
  if (total.energyKwh === null && total.planKwh === null) {
    const text =
      firstDay === null ? '可以导入文件，或由采集系统调用接口写入' : `有数据的日期：${firstDay} 至 ${lastDay}`
    return <Empty title="这段时间没有发电量" text={text} action={bring} />
  }
  const points = span === 'month' ? '日期' : '月份'
  const most = Math.max(...rows.flatMap(({ energyKwh, planKwh }) => [energyKwh ?? 0, planKwh ?? 0]))
  return (
    <>
      <Chart
        label={`${title}发电量`}
        points={{
          title: points,
          names: rows.map((row) => row.at),
          short: (name) => `${Number(name.slice(-2))}`,
        }}
        unit="kWh"
        axis={most >= LARGE_KWH ? { unit: 'MWh', per: 1000 } : undefined}
        series={[
          { name: '实际', kind: 'bar', tone: 'own', values: rows.map(({ energyKwh }) => energyKwh) },
          { name: '计划', kind: 'steps', tone: 'expected', values: rows.map(({ planKwh }) => planKwh) },
        ]}
      />
      <div className={css.generationRows} tabIndex={0} role="region" aria-label="发电量明细">
        <table>
          <thead>
            <tr>
              {[
                points,
                '发电量 kWh',
                '计划 kWh',
                '完成率',
                '等效小时 h',
                '辐照量 kWh/m²',
                '降雨 mm',
                'PR',
              ].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, ...row }) => (
              <tr key={at}>
                <th scope="row">{at}</th>
                <td>{number(row.energyKwh, 0)}</td>
                <td>{number(row.planKwh, 0)}</td>
                <td>{percent(shareOf(row))}</td>
                <td>{number(row.hours, 2)}</td>
                <td>{number(row.irradiation, 2)}</td>
                <td>{number(row.rain, 1)}</td>
                <td>{percent(row.pr)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function figuresOf({ total, lastYearKwh }: Answer): Figure[] {
  const growth =
    lastYearKwh && total.energyKwh !== null ? (total.energyKwh - lastYearKwh) / lastYearKwh : null
  return [
    {
      title: '发电量',
      value: total.energyKwh === null ? null : mwh(total.energyKwh),
      note: `${total.days} 天有数据`,
    },
    {
      title: '计划',
      value: total.planKwh === null ? null : mwh(total.planKwh),
      note: `完成 ${percent(shareOf(total))}`,
    },
    {
      title: '等效利用小时',
      value: total.hours === null ? null : `${formatNumber(total.hours, 1)} h`,
      note: '按装机容量',
    },
    { title: 'PR', value: total.pr === null ? null : percent(total.pr), note: '只计有辐照量的日期' },
    {
      title: '同比',
      value: growth === null ? null : `${growth >= 0 ? '+' : ''}${percent(growth)}`,
      note: '与上年相同的日期相比',
    },
  ]
}

type Row = Pick<Answer['total'], 'energyKwh' | 'planKwh'>

const shareOf = ({ energyKwh, planKwh }: Row) => (energyKwh === null || !planKwh ? null : energyKwh / planKwh)
const number = (value: number | null, digits: 0 | 1 | 2) =>
  value === null ? EMPTY : formatNumber(value, digits)
const percent = (value: number | null) => (value === null ? EMPTY : `${formatNumber(value * 100, 1)} %`)
const mwh = (kwh: number) => `${formatNumber(kwh / 1000, 1)} MWh`
