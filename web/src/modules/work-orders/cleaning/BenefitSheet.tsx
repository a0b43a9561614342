import type { Received } from '@heliodesk/contract/call.ts'
import { benefitOf, benefitSources, type BenefitInputs } from '@heliodesk/contract/cleaning-benefit.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { Figures } from '../../../kit/Figures.tsx'
import { formatDay, formatNumber, formatMinute } from '../../../kit/format.ts'
import '../../../kit/strip.css'
import css from './cleaning.module.css'

type Benefit = Received<typeof cleaningCalls.benefit>
type Name = keyof BenefitInputs

type Input = { label: string; unit: string; precision: number; max: number; percent?: boolean }

const fields: Record<Name, Input> = {
  capacityKwp: { label: '清洗容量', unit: 'kWp', precision: 2, max: 10_000_000 },
  irradiation: { label: '日辐照', unit: 'kWh/m²', precision: 3, max: 12 },
  pr: { label: '清洁组件 PR', unit: '', precision: 3, max: 1 },
  srGain: { label: 'SR 提升', unit: '%', precision: 2, max: 100, percent: true },
  days: { label: '收益天数', unit: '天', precision: 0, max: 365 },
  price: { label: '电价', unit: '元/kWh', precision: 4, max: 100 },
  cost: { label: '费用', unit: '元', precision: 2, max: 1_000_000_000 },
  soilingRate: { label: '积灰速率', unit: '%/天', precision: 3, max: 10, percent: true },
}
const names = Object.keys(fields) as Name[]

/** Rates are typed in per cent. */
const shownOf = (name: Name, value: number) =>
  fields[name].percent ? Math.round(value * 100 * 10_000) / 10_000 : value
const valueOf = (name: Name, typed: number) => (fields[name].percent ? typed / 100 : typed)

function sourceOf(name: Name, { sources, measuredDays }: Benefit): string {
  const source = benefitSources[sources[name]]
  return sources[name] === 'measured' ? `${source}，${measuredDays} 天平均` : source
}

/** What the cleaning is worth, with every input and its source; other values can be tried, and nothing is saved. */
export function BenefitSheet({ benefit }: { benefit: Benefit }) {
  const [tried, setTried] = useState<Partial<BenefitInputs>>({})
  const isTrial = Object.keys(tried).length > 0
  const inputs = { ...benefit.inputs, ...tried }
  const outcome = isTrial ? benefitOf(inputs) : benefit.outcome
  const { breakEvenDays, bestIntervalDays, energyKwh, income, profit, dailyKwh } = outcome
  const change = (name: Name, typed: number | undefined) =>
    setTried((before) => {
      const { [name]: _dropped, ...others } = before
      if (typed === undefined || typed === shownOf(name, benefit.inputs[name])) return others
      return { ...others, [name]: valueOf(name, typed) }
    })
  return (
    <div className={css.benefit}>
      <div className={css.head}>
        <h3 className="grow">清洗效益 {isTrial && <span className="tag undo">试算</span>}</h3>
        {isTrial && (
          <Button size="sm" kind="txt" icon={RotateCcw} onClick={() => setTried({})}>
            恢复
          </Button>
        )}
      </div>
      <Figures
        className={css.figures}
        figures={[
          {
            title: `${inputs.days} 天多发`,
            value: formatNumber(energyKwh),
            unit: 'kWh',
            note: `每天 ${formatNumber(dailyKwh)} kWh`,
          },
          { title: '增收', value: formatNumber(income), unit: '元', note: '多发电量 × 电价' },
          {
            title: `${inputs.days} 天收益`,
            value: formatNumber(profit),
            unit: '元',
            note: '增收 − 费用',
            bad: profit < 0,
          },
          {
            title: '回本',
            value: breakEvenDays === null ? null : formatNumber(breakEvenDays, 1),
            unit: breakEvenDays === null ? undefined : '天',
            note:
              breakEvenDays === null
                ? '没有增收，不能回本'
                : !isTrial && benefit.breakEvenDay
                  ? `${formatDay(benefit.breakEvenDay)} 回本`
                  : '费用 ÷ 每天增收',
          },
          {
            title: '最佳间隔',
            value: bestIntervalDays === null ? null : formatNumber(bestIntervalDays, 1),
            unit: bestIntervalDays === null ? undefined : '天',
            note: `积灰 ${formatNumber(inputs.soilingRate * 100, 2)} %/天`,
          },
        ]}
      />
      {benefit.acceptedTime ? (
        <p className="t2 s13">
          {benefit.checkerName} {formatMinute(benefit.acceptedTime)} 验收时留存
        </p>
      ) : (
        benefit.unmeasured > 0 && (
          <p className="t2 s13">{benefit.unmeasured} 个区域没有清洗前后的 SR，未计入多发电量</p>
        )
      )}
      <div className={css.inputs}>
        {names.map((name) => {
          const { label, unit, precision, max } = fields[name]
          return (
            <NumberField
              key={name}
              label={label}
              suffix={unit}
              precision={precision}
              min={name === 'srGain' ? -100 : 0}
              max={max}
              hint={name in tried ? '试算值' : sourceOf(name, benefit)}
              value={shownOf(name, inputs[name])}
              onChange={(typed) => change(name, typed)}
            />
          )
        })}
      </div>
    </div>
  )
}
