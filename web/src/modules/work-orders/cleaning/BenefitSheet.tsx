import { benefitOf, type BenefitInputs } from '@heliodesk/contract/cleaning-benefit.ts'
import { BadgeCheck, RotateCcw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { Figures } from '../../../kit/Figures.tsx'
import { formatDay, formatMinute, formatNumber } from '../../../kit/format.ts'
import { lazily } from '../../../kit/lazily.tsx'
import '../../../kit/strip.css'
import {
  figuresOf,
  inputFields,
  inputNames,
  shownOf,
  sourceOf,
  valueOf,
  type InputName,
} from './benefit-words.ts'
import type { Benefit, BenefitPair } from './round.ts'
import css from './cleaning.module.css'

const BenefitCharts = lazily(async () => (await import('./BenefitCharts.tsx')).BenefitCharts)

type BenefitSheetProps = {
  benefit: BenefitPair
  /** The course of the soiling, beside the other charts. */
  soiling: ReactNode
}

/** What the cleaning is worth: as it was accepted, and as it is estimated now. */
export const BenefitSheet = ({ benefit: { accepted, estimate }, soiling }: BenefitSheetProps) => (
  <>
    {accepted && <AcceptedBenefit accepted={accepted} />}
    <Estimate benefit={estimate} isAccepted={accepted !== null} soiling={soiling} />
  </>
)

/** The figures at the acceptance, with all that they were calculated from. */
const AcceptedBenefit = ({ accepted }: { accepted: NonNullable<BenefitPair['accepted']> }) => (
  <div className={css.benefit}>
    <div className={css.head}>
      <h3 className="grow">
        验收时核定
        <span className="tag ok">
          <BadgeCheck className="i s" aria-hidden />
          {accepted.checkerName} {formatMinute(accepted.acceptedTime)}
        </span>
      </h3>
    </div>
    <Figures className={css.figures} figures={figuresOf(accepted, accepted)} />
    <Unmeasured benefit={accepted} />
    <details className={css.basis}>
      <summary>核定依据</summary>
      <dl>
        {inputNames.map((name) => {
          const { label, unit, precision } = inputFields[name]
          const value = shownOf(name, accepted.inputs[name])
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                {precision > 2 ? value : formatNumber(value, precision as 0 | 2)} {unit}
                <small>{sourceOf(name, accepted)}</small>
              </dd>
            </div>
          )
        })}
      </dl>
    </details>
  </div>
)

type EstimateProps = { benefit: Benefit; isAccepted: boolean; soiling: ReactNode }

/** What the round is worth by what is known now; other values can be tried, and nothing is saved. */
function Estimate({ benefit, isAccepted, soiling }: EstimateProps) {
  const [tried, setTried] = useState<Partial<BenefitInputs>>({})
  const isTrial = Object.keys(tried).length > 0
  const inputs = { ...benefit.inputs, ...tried }
  const outcome = isTrial ? benefitOf(inputs) : benefit.outcome
  const days = isTrial ? null : benefit
  const change = (name: InputName, typed: number | undefined) =>
    setTried((before) => {
      const { [name]: _dropped, ...others } = before
      if (typed === undefined || typed === shownOf(name, benefit.inputs[name])) return others
      return { ...others, [name]: valueOf(name, typed) }
    })
  return (
    <div className={css.benefit}>
      <div className={css.head}>
        <h3 className="grow">
          清洗效益 <span className="tag">估算</span>
          {isTrial && <span className="tag undo">试算</span>}
        </h3>
        {isTrial && (
          <Button size="sm" kind="txt" icon={RotateCcw} onClick={() => setTried({})}>
            恢复
          </Button>
        )}
      </div>
      <p className="t2 s13">
        {isAccepted
          ? '按现在的电价、辐照和配置重新估算，不改变核定值。'
          : '验收通过时按当时的电价、辐照和配置核定。'}
        {benefit.rain && `${formatDay(benefit.rain.day)} 降雨 ${benefit.rain.mm} mm，清洗收益计到这一天。`}
      </p>
      <Figures className={css.figures} figures={figuresOf({ inputs, outcome }, days)} />
      <Unmeasured benefit={benefit} />
      <BenefitCharts
        inputs={inputs}
        outcome={outcome}
        cleanedOn={benefit.cleanedOn}
        rain={days?.rain ?? null}
        first={soiling}
      />
      <div className={css.inputs}>
        {inputNames.map((name) => {
          const { label, unit, precision, max } = inputFields[name]
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

const Unmeasured = ({ benefit: { unmeasured } }: { benefit: Benefit }) =>
  unmeasured > 0 && <p className="t2 s13">{unmeasured} 个区域没有清洗前后的 SR，未计入多发电量</p>
