import type { ReactNode } from 'react'
import { formatNumber, EMPTY } from '../../../kit/format.ts'
import { useLate } from '../../../kit/use-late.ts'
import { StripSkeleton } from '../../../kit/StripSkeleton.tsx'
import '../../../kit/strip.css'
import {
  changeOf,
  energyOf,
  moneyOf,
  shareChange,
  shareOf,
  type Change,
  type Overview,
} from './statistics.ts'
import css from './statistics.module.css'

/** The figures of the span, each with its change against the span before. */
export function StatisticsStrip({ overview }: { overview: Overview | undefined }) {
  const late = useLate(overview === undefined)
  if (!overview) return <StripSkeleton cells={6} shown={late} />
  const { figures: now, figuresBefore: before } = overview
  const [onTime, onTimeBefore] = [now, before].map(({ onTime: done, due }) => shareOf(done, due)) as Pair
  const [reopened, reopenedBefore] = [now, before].map((each) =>
    shareOf(each.reopened, each.finished),
  ) as Pair
  const lost = energyOf(now.lostKwh)
  return (
    <dl className={`strip ${css.strip}`} data-threes="">
      <Cell
        name="完成"
        value={now.finished}
        unit="单"
        fact={`新建 ${formatNumber(now.created)}`}
        change={shareChange(now.finished, before.finished)}
      />
      <Cell
        name="响应"
        value={now.respondMinutes}
        unit="min"
        fact="接单 − 报出"
        change={changeOf(now.respondMinutes, before.respondMinutes, 'min', { lessIsBetter: true })}
      />
      <Cell
        name="修复"
        value={now.repairHours}
        digits={1}
        unit="h"
        fact="恢复 − 报出"
        change={changeOf(now.repairHours, before.repairHours, 'h', { digits: 1, lessIsBetter: true })}
      />
      <Cell
        name="按期完成"
        value={onTime}
        digits={1}
        unit="%"
        fact={`${formatNumber(now.onTime)} / ${formatNumber(now.due)}`}
        change={changeOf(onTime, onTimeBefore, '', { digits: 1 })}
      />
      <Cell
        name="重开"
        value={reopened}
        digits={1}
        unit="%"
        fact={`${formatNumber(now.reopened)} / ${formatNumber(now.finished)}`}
        change={changeOf(reopened, reopenedBefore, '', { digits: 1, lessIsBetter: true })}
      />
      <Cell
        name="损失电量"
        value={lost.value}
        digits={lost.digits}
        unit={lost.unit}
        fact={`约 ${moneyOf(now.lostYuan)}`}
        change={shareChange(now.lostKwh, before.lostKwh, true)}
      />
    </dl>
  )
}

type Pair = [number | null, number | null]

type CellProps = {
  name: string
  value: number | null
  digits?: 0 | 1
  unit: string
  fact: ReactNode
  change: Change | null
}

const toneOf = ({ good }: Change) => (good === null ? 't3' : good ? css.better : 'err')

const Cell = ({ name, value, digits = 0, unit, fact, change }: CellProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value === null ? (
        <span className="t3">{EMPTY}</span>
      ) : (
        <>
          {formatNumber(value, digits)}
          <span className="unit">{unit}</span>
        </>
      )}
      <small>
        {fact}
        {change && (
          <>
            ，较前期 <b className={toneOf(change)}>{change.words}</b>
          </>
        )}
      </small>
    </dd>
  </div>
)
