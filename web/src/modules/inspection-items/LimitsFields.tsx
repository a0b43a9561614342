import type { Sent } from '@heliodesk/contract/call.ts'
import type { inspectionItemCalls } from '@heliodesk/contract/inspection-items.ts'
import { readingLimits } from '@heliodesk/contract/inspection-limits.ts'
import { InputNumber, Select } from 'antd'
import { RangeBar } from '../../domain/inspection/RangeBar.tsx'
import css from './inspection-items.module.css'

export type Limits = Sent<typeof inspectionItemCalls.add>['limits']
type Bound = NonNullable<Limits['low']>

type LimitsFieldsProps = {
  label: string
  unit: string
  value: Limits
  error: string | null
  onChange: (limits: Limits) => void
}

const rows = [
  { title: '正常', key: null, low: ['≥', '>'], high: ['≤', '<'] },
  { title: '关注', key: 'watch', low: ['≤', '<'], high: ['≥', '>'] },
  { title: 'II 级', key: 'gradeII', low: ['≤', '<'], high: ['≥', '>'] },
  { title: 'I 级', key: 'gradeI', low: ['≤', '<'], high: ['≥', '>'] },
] as const

const sides = { low: '下限', high: '上限' } as const

/** The allowed range of a reading, what of it is to be watched, and from where on a defect is graver. */
export function LimitsFields({ label, unit, value, error, onChange }: LimitsFieldsProps) {
  const parsed = readingLimits.safeParse(value)
  const boundOf = (key: (typeof rows)[number]['key'], side: 'low' | 'high') =>
    (key === null ? value[side] : value[key]?.[side]) ?? null
  const set = (key: (typeof rows)[number]['key'], side: 'low' | 'high', bound: Bound | null) =>
    onChange(
      key === null
        ? { ...value, [side]: bound }
        : { ...value, [key]: { low: null, high: null, ...value[key], [side]: bound } },
    )
  return (
    <fieldset className={`wide ${css.limits}`} aria-invalid={error !== null}>
      <legend>{unit === '' ? label : `${label}（${unit}）`}</legend>
      {parsed.success && <RangeBar limits={parsed.data} detailed />}
      <div className={css.bounds}>
        {rows.map(({ title, key, ...signs }) => (
          <div key={title} role="group" aria-label={title}>
            <span className="t2">{title}</span>
            {(['low', 'high'] as const).map((side) => (
              <BoundInput
                key={side}
                label={`${title}${sides[side]}`}
                hint={sides[side]}
                signs={signs[side]}
                value={boundOf(key, side)}
                onChange={(bound) => set(key, side, bound)}
              />
            ))}
          </div>
        ))}
      </div>
      {error !== null && (
        <p className="err s12" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type BoundInputProps = {
  label: string
  hint: string
  signs: readonly [string, string]
  value: Bound | null
  onChange: (bound: Bound | null) => void
}

const BoundInput = ({ label, hint, signs, value, onChange }: BoundInputProps) => (
  <span className={css.bound}>
    <Select
      aria-label={`${label}的符号`}
      value={value?.open ? 'open' : 'closed'}
      disabled={value === null}
      options={[
        { value: 'closed', label: signs[0] },
        { value: 'open', label: signs[1] },
      ]}
      onChange={(sign) => value && onChange({ ...value, open: sign === 'open' })}
    />
    <InputNumber<number>
      aria-label={label}
      placeholder={hint}
      controls={false}
      precision={4}
      formatter={(shown) =>
        shown === undefined
          ? ''
          : String(shown)
              .replace(/(\.\d*?)0+$/, '$1')
              .replace(/\.$/, '')
      }
      value={value?.at ?? null}
      onChange={(at) => onChange(at === null ? null : { open: false, ...value, at })}
    />
  </span>
)
