import { Lead } from '../../../kit/Lead.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { ReadingCard, type Reading } from '../../../kit/ReadingCard.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import {
  amountOf,
  causeMeasures,
  causesOf,
  isVital,
  type Cause,
  type CauseMeasure,
  type Groups,
} from './statistics.ts'
import css from './statistics.module.css'

const TITLE = '原因排列'

type CausesCardProps = {
  reading: Reading<Groups>
  by: CauseMeasure
  onBy: (by: CauseMeasure) => void
  /** How many bars there is room for. */
  most: number
  linkOf: (cause: Cause) => string | null
}

/** Pareto's chart: the subclasses of faults, the most frequent or most costly first, and their running share. */
export const CausesCard = ({ reading, by, onBy, most, linkOf }: CausesCardProps) => (
  <ReadingCard
    title={TITLE}
    reading={reading}
    fact={({ rows }) => factOf(rows, by)}
    tools={() => (
      <span className="mla">
        <Segments label="原因按" choices={causeMeasures} value={by} onChange={onBy} />
      </span>
    )}
    skeleton={<span className={`sk ${css.chart}`} aria-hidden />}
  >
    {({ rows }) => {
      const causes = causesOf(rows, by, most)
      return causes.length === 0 ? (
        <div className="empty">
          <b>{by === 'created' ? '这段时间没有故障和缺陷' : '这段时间没有损失'}</b>
          <span>故障、缺陷和抢修工单按任务子类排列</span>
        </div>
      ) : (
        <Bars causes={causes} by={by} linkOf={linkOf} />
      )
    }}
  </ReadingCard>
)

function factOf(rows: Groups['rows'], by: CauseMeasure): string {
  const causes = causesOf(rows, by, Infinity)
  const total = causes.reduce((sum, { value }) => sum + value, 0)
  const { value, unit } = amountOf(total, by)
  const vital = causes.filter((_cause, at) => isVital(causes, at))
  const last = vital.at(-1)
  const share = last ? `，前 ${vital.length} 类占 ${formatNumber(last.running, 1)} %` : ''
  return `故障、缺陷与抢修 ${formatNumber(value)} ${unit}${share}`
}

type BarsProps = { causes: readonly Cause[]; by: CauseMeasure } & Pick<CausesCardProps, 'linkOf'>

function Bars({ causes, by, linkOf }: BarsProps) {
  const top = Math.max(...causes.map(({ value }) => value))
  // All bars in the unit of the greatest.
  const { unit, digits, value: most } = amountOf(top, by)
  const said = (value: number) => formatNumber((value / top) * most, digits)
  const middle = (at: number) => ((at + 0.5) / causes.length) * 100
  const line = causes.map(({ running }, at) => `${middle(at)},${100 - running}`).join(' ')
  return (
    <div className={css.pareto}>
      <ol style={{ gridTemplateColumns: `repeat(${causes.length}, minmax(0, 1fr))` }}>
        {causes.map((cause, at) => (
          <li key={cause.name} className={isVital(causes, at) ? css.vital : undefined}>
            <Lead
              to={linkOf(cause)}
              className={css.column}
              title={`${cause.name}：${said(cause.value)} ${unit}，累计 ${formatNumber(cause.running, 1)} %`}
            >
              <span className={css.shaft}>
                <b style={{ bottom: `${(cause.value / top) * 100}%` }}>{said(cause.value)}</b>
                <i style={{ height: `${(cause.value / top) * 100}%` }} />
              </span>
              <span className={css.name}>{cause.name}</span>
              <span className="sr">，累计 {formatNumber(cause.running, 1)} %</span>
            </Lead>
          </li>
        ))}
      </ol>
      <div className={css.running} aria-hidden>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <polyline points={line} vectorEffect="non-scaling-stroke" />
        </svg>
        {causes.map(({ name, running }, at) => (
          <i key={name} style={{ left: `${middle(at)}%`, top: `${100 - running}%` }} />
        ))}
      </div>
    </div>
  )
}
