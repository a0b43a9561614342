import {
  comparisonText,
  conditionOf,
  LONGEST_CONDITION,
  type Comparison,
  type Condition,
} from '@heliodesk/contract/form-conditions.ts'
import { partsOf, type FormField } from '@heliodesk/contract/form-fields.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import css from './form-design.module.css'

type ConditionFieldsProps = { when: string; before: readonly FormField[]; onChange: (when: string) => void }

const comparisons: Readonly<Record<Comparison, string>> = {
  '=': '等于',
  '!=': '不等于',
  '>': '大于',
  '>=': '不小于',
  '<': '小于',
  '<=': '不大于',
}

/** Values that are compared by size. */
const isNumber = (field: FormField | undefined, key: string) =>
  field !== undefined &&
  (field.kind === 'number' ||
    field.kind === 'money' ||
    (field.kind === 'table' && field.sum?.key === key) ||
    (field.kind === 'dateRange' && field.days.key === key))

function read(when: string): Condition | null {
  try {
    return conditionOf(when)
  } catch {
    return null
  }
}

/** When a field is shown: one comparison is chosen, anything longer is written. */
export function ConditionFields({ when, before, onChange }: ConditionFieldsProps) {
  const choices = before
    .filter(({ kind }) => kind !== 'files')
    .flatMap((field) =>
      partsOf(field)
        .filter(({ key }) => !(field.kind === 'table' && key === field.key))
        .map(({ key, label }) => ({ value: key, label })),
    )
  const owner = (key: string) => before.find((field) => partsOf(field).some((part) => part.key === key))
  const condition = when === '' ? null : read(when)
  const chosen = condition?.kind === 'compare' ? condition : null
  const field = chosen ? owner(chosen.field) : undefined
  const start = (key: string | undefined) => {
    if (key === undefined) return onChange('')
    const of = owner(key)
    const first = of?.kind === 'choice' ? (of.options[0]?.value ?? '') : isNumber(of, key) ? 0 : ''
    onChange(comparisonText(key, isNumber(of, key) ? '>' : '=', first))
  }
  const set = (changed: Partial<NonNullable<typeof chosen>>) => {
    if (!chosen) return
    const { field: key, by, value } = { ...chosen, ...changed }
    onChange(comparisonText(key, by, value))
  }
  const isSized = chosen !== null && isNumber(field, chosen.field)
  return (
    <>
      <SelectField
        label="显示条件"
        allowClear
        placeholder={when === '' ? '始终显示' : '自定义条件'}
        notFoundContent="前面没有可用的字段"
        choices={choices}
        value={chosen?.field}
        onChange={start}
      />
      {chosen && (
        <div className={css.pair}>
          <SelectField
            label="比较"
            choices={isSized ? comparisons : { '=': comparisons['='], '!=': comparisons['!='] }}
            value={chosen.by}
            onChange={(by) => by && set({ by: by as Comparison })}
          />
          {field?.kind === 'choice' && field.dictionary === '' ? (
            <SelectField
              label="值"
              choices={field.options}
              value={String(chosen.value ?? '')}
              onChange={(value) => set({ value: value ?? '' })}
            />
          ) : isSized ? (
            <NumberField
              label="值"
              value={typeof chosen.value === 'number' ? chosen.value : undefined}
              onChange={(value) => set({ value: value ?? 0 })}
            />
          ) : (
            <TextField label="值" value={String(chosen.value ?? '')} onChange={(value) => set({ value })} />
          )}
        </div>
      )}
      {when !== '' && (
        <TextField
          label="条件表达式"
          code
          maxLength={LONGEST_CONDITION}
          hint="可用 and、or、not(…)、in 连接多个比较"
          value={when}
          onChange={onChange}
        />
      )}
    </>
  )
}
