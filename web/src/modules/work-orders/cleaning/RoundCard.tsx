import { BadgeCheck, CalendarDays, Coins, Droplets, Sun } from 'lucide-react'
import { formatAmount, formatDay, formatNumber } from '../../../kit/format.ts'
import type { RowAction } from '../../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../../kit/page-table/RowCard.tsx'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { breakEvenOf, coverageOf, Profit } from './round-list.tsx'
import type { Round } from './round.ts'

type RoundCardProps = { round: Round; href: string; onOpen: () => void; actions: readonly RowAction[] }

/** A round in the phone layout. */
export function RoundCard({ round, href, onOpen, actions }: RoundCardProps) {
  const { flowSts, zones, zonesDone, cost, water, cleanedOn, psName, taskDescription } = round
  const breakEven = breakEvenOf(round)
  return (
    <RowCard
      href={href}
      onOpen={onOpen}
      state={<StatusGlyph status={flowSts} />}
      beside={zones > 0 ? `${coverageOf(round)}，${zonesDone} / ${zones} 区` : '未登记区域'}
      name={taskDescription}
      facts={[
        [Sun, '电站', psName],
        [CalendarDays, '清洗日期', formatDay(cleanedOn)],
        [
          Coins,
          '费用与收益',
          zonesDone > 0 && (
            <>
              费用 {formatAmount(cost, 0)} 元 · 收益 <Profit round={round} /> 元
            </>
          ),
        ],
        [BadgeCheck, '回本', breakEven && `回本 ${breakEven.text}`],
        [Droplets, '用水', water !== null && `用水 ${formatNumber(water, 1)} t`],
      ]}
      actions={actions}
    />
  )
}
