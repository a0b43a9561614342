import type { FieldOf, FormField } from '@heliodesk/contract/form-fields.ts'
import { fieldKinds } from '@heliodesk/contract/form-fields.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { Check, Count, LabelAndKey, type Set } from './properties.tsx'
import { Options } from './Options.tsx'
import { TableProperties } from './TableProperties.tsx'
import css from './form-design.module.css'

type FieldPropertiesProps = {
  field: FormField
  /** The fields above it, which its condition may ask about. */
  before: readonly FormField[]
  onChange: (field: FormField) => void
}

/** Everything that a field can be told, by its kind. */
export function FieldProperties({ field, before, onChange }: FieldPropertiesProps) {
  const set = (changed: object) => onChange({ ...field, ...changed } as FormField)
  return (
    <div className={`fields ${css.single}`}>
      <TextField
        label="字段名称"
        required
        maxLength={30}
        value={field.label}
        onChange={(label) => set({ label })}
      />
      <TextField
        label="字段编码"
        code
        maxLength={30}
        hint={`${fieldKinds[field.kind]}，流程条件用它取值`}
        value={field.key}
        onChange={(key) => set({ key })}
      />
      <Check label="必填" checked={field.required} onChange={(required) => set({ required })} />
      <KindProperties field={field} set={set} />
      <TextField label="提示" maxLength={100} value={field.hint} onChange={(hint) => set({ hint })} />
      <ConditionFields when={field.when} before={before} onChange={(when) => set({ when })} />
    </div>
  )
}

function KindProperties({ field, set }: { field: FormField; set: Set }) {
  switch (field.kind) {
    case 'text':
    case 'longText':
      return <Count label="最多字数" value={field.max} onChange={(max) => set({ max })} />
    case 'files':
      return <Count label="最多文件数" value={field.max} onChange={(max) => set({ max })} />
    case 'number':
      return (
        <>
          <TextField label="单位" maxLength={10} value={field.unit} onChange={(unit) => set({ unit })} />
          <NumberField
            label="小数位数"
            precision={0}
            min={0}
            max={6}
            value={field.decimals}
            onChange={(decimals) => set({ decimals: decimals ?? 0 })}
          />
          <Bounds field={field} set={set} />
        </>
      )
    case 'money':
      return <Bounds field={field} set={set} />
    case 'dateRange':
      return <RangeProperties field={field} set={set} />
    case 'choice':
      return (
        <>
          <TextField
            label="字典编码"
            code
            maxLength={64}
            hint="选项来自字典时填写，否则使用下面的选项"
            value={field.dictionary}
            onChange={(dictionary) => set(dictionary === '' ? { dictionary } : { dictionary, options: [] })}
          />
          {field.dictionary === '' && (
            <Options options={field.options} onChange={(options) => set({ options })} />
          )}
        </>
      )
    case 'table':
      return <TableProperties field={field} set={set} />
    default:
      return null
  }
}

const Bounds = ({ field, set }: { field: FieldOf<'money' | 'number'>; set: Set }) => (
  <>
    <NumberField label="最小值" value={field.min} onChange={(min) => set({ min })} />
    <NumberField label="最大值" value={field.max} onChange={(max) => set({ max })} />
  </>
)

function RangeProperties({ field, set }: { field: FieldOf<'dateRange'>; set: Set }) {
  return (
    <>
      {(['from', 'until', 'days'] as const).map((part, at) => (
        <div key={part} className={css.pair}>
          <LabelAndKey
            label={`${['开始', '结束', '天数'][at]}名称`}
            value={field[part]}
            onChange={(changed) => set({ [part]: { ...field[part], ...changed } })}
          />
        </div>
      ))}
      <Check label="可填半天" checked={field.halfDays} onChange={(halfDays) => set({ halfDays })} />
    </>
  )
}
