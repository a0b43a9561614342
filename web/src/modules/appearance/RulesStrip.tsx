import { FULL_MARKS } from '@heliodesk/contract/appearance-score.ts'
import type { appearanceCalls } from '@heliodesk/contract/appearance.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { CircleAlert } from 'lucide-react'
import { Figures } from '../../kit/Figures.tsx'
import { formatNumber } from '../../kit/format.ts'
import { useCan } from '../../lib/permission.tsx'
import { marks } from './item-list.tsx'
import '../../kit/strip.css'
import css from './appearance-items.module.css'

type Rules = Received<typeof appearanceCalls.rules>

/** How many marks the enabled items have, which should be 100, and what counts for all sheets. */
export function RulesStrip({ rules }: { rules: Rules }) {
  const { items, marks: total, passMark, reworkPercent, needTicket, openSheets } = rules
  const maySet = useCan('setting:business')
  const isWhole = total === FULL_MARKS
  return (
    <div className={css.rules}>
      {!isWhole && (
        <p className="alert undo" role="status">
          <CircleAlert className="i" aria-hidden />
          <span className="grow">
            启用的检查项合计 {marks(total)}，{total < FULL_MARKS ? '还差' : '超出'}{' '}
            {marks(Math.round(Math.abs(FULL_MARKS - total) * 10) / 10)}，应为 100
            分。得分按适用满分折算，但各项的分量会与标准不同。
          </span>
        </p>
      )}
      <Figures
        className={css.figures}
        figures={[
          {
            title: '启用合计',
            value: formatNumber(total, Number.isInteger(total) ? 0 : 1),
            unit: '分',
            note: isWhole ? `${items} 项，正好 100 分` : `${items} 项，应为 100 分`,
            bad: !isWhole,
          },
          { title: '达标线', value: formatNumber(passMark), unit: '分', note: '得分 ÷ 适用满分 × 100' },
          {
            title: '须整改',
            value: `< ${formatNumber(reworkPercent)}`,
            unit: '%',
            note: '低于本项分值的比例',
          },
          {
            title: '办票',
            value: needTicket ? '需要' : '不需要',
            note: maySet ? (
              <a href={`${paths.businessSettings.path}#appearance`}>在业务配置中修改</a>
            ) : (
              '业务配置'
            ),
          },
          {
            title: '进行中的检查单',
            value: formatNumber(openSheets),
            unit: '张',
            note: '沿用开始作业时的检查项',
          },
        ]}
      />
    </div>
  )
}
