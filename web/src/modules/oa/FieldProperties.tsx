import type { FieldOf, FormColumn, FormField } from '@heliodesk/contract/form-fields.ts'
import { fieldKinds } from '@heliodesk/contract/form-fields.ts'
import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import css from './forms.module.css'

type FieldPropertiesProps = {
  field: FormField
  /** The fields above it, which its condition may ask about. */
  before: readonly FormField[]
  onChange: (field: FormField) => void
}

const nothing = () => undefined
const plain = { error: null, onBlur: nothing }

/** Everything that a field can be told, by its kind. */
export function FieldProperties({ field, before, onChange }: FieldPropertiesProps) {
  const set = (changed: object) => onChange({ ...field, ...changed } as FormField)
  return (
    <div className={`fields ${css.single}`}>
      <TextField
        {...plain}
        label="字段名称"
        required
        maxLength={30}
        value={field.label}
        onChange={(label) => set({ label })}
      />
      <TextField
        {...plain}
        label="字段编码"
        code
        maxLength={30}
        hint={`${fieldKinds[field.kind]}，流程条件用它取值`}
        value={field.key}
        onChange={(key) => set({ key })}
      />
      <Check label="必填" checked={field.required} onChange={(required) => set({ required })} />
      <KindProperties field={field} set={set} />
      <TextField
        {...plain}
        label="提示"
        maxLength={100}
        value={field.hint}
        onChange={(hint) => set({ hint })}
      />
      <ConditionFields when={field.when} before={before} onChange={(when) => set({ when })} />
    </div>
  )
}

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

const Check = ({ label, checked, onChange }: CheckProps) => (
  <label className={`row ${css.check}`}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)

type Set = (changed: object) => void

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
          <TextField
            {...plain}
            label="单位"
            maxLength={10}
            value={field.unit}
            onChange={(unit) => set({ unit })}
          />
          <NumberField
            {...plain}
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
            {...plain}
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

type CountProps = { label: string; value: number; onChange: (value: number) => void }

const Count = ({ label, value, onChange }: CountProps) => (
  <NumberField
    {...plain}
    label={label}
    precision={0}
    min={1}
    value={value}
    onChange={(typed) => onChange(typed ?? 1)}
  />
)

const Bounds = ({ field, set }: { field: FieldOf<'money' | 'number'>; set: Set }) => (
  <>
    <NumberField {...plain} label="最小值" value={field.min} onChange={(min) => set({ min })} />
    <NumberField {...plain} label="最大值" value={field.max} onChange={(max) => set({ max })} />
  </>
)

function RangeProperties({ field, set }: { field: FieldOf<'dateRange'>; set: Set }) {
  return (
    <>
      {(['from', 'until', 'days'] as const).map((part, at) => (
        <div key={part} className={css.pair}>
          <TextField
            {...plain}
            label={`${['开始', '结束', '天数'][at]}名称`}
            maxLength={30}
            value={field[part].label}
            onChange={(label) => set({ [part]: { ...field[part], label } })}
          />
          <TextField
            {...plain}
            label="编码"
            code
            maxLength={30}
            value={field[part].key}
            onChange={(key) => set({ [part]: { ...field[part], key } })}
          />
        </div>
      ))}
      <Check label="可填半天" checked={field.halfDays} onChange={(halfDays) => set({ halfDays })} />
    </>
  )
}

type OptionList = FormColumn['options']

function Options({ options, onChange }: { options: OptionList; onChange: (options: OptionList) => void }) {
  const add = () => {
    const taken = new Set(options.map(({ value }) => value))
    let at = options.length + 1
    while (taken.has(`option${at}`)) at += 1
    onChange([...options, { value: `option${at}`, label: `选项${at}` }])
  }
  return (
    <div role="group" aria-label="选项" className={css.group}>
      {options.map((option, at) => (
        // Options have no identity: what is typed belongs to the place.
        <div key={at} className={css.entry}>
          <TextField
            {...plain}
            label={`选项 ${at + 1} 名称`}
            maxLength={40}
            value={option.label}
            onChange={(label) => onChange(options.with(at, { ...option, label }))}
          />
          <TextField
            {...plain}
            label="值"
            code
            maxLength={40}
            value={option.value}
            onChange={(value) => onChange(options.with(at, { ...option, value }))}
          />
          <IconButton
            icon={Trash2}
            label={`删除选项 ${at + 1}`}
            small
            onClick={() => onChange(options.filter((_option, place) => place !== at))}
          />
        </div>
      ))}
      <Button size="sm" icon={Plus} repeatMs={0} onClick={add}>
        增加选项
      </Button>
    </div>
  )
}

const columnKinds = { text: '文字', number: '数字', money: '金额', date: '日期', choice: '选项' } as const

function TableProperties({ field, set }: { field: FieldOf<'table'>; set: Set }) {
  const { columns, sum } = field
  const numeric = columns.filter(({ kind }) => kind === 'number' || kind === 'money')
  const change = (at: number, changed: object) =>
    set({ columns: columns.with(at, { ...columns[at]!, ...changed }) })
  const add = () => {
    const taken = new Set(columns.map(({ key }) => key))
    let at = columns.length + 1
    while (taken.has(`column${at}`)) at += 1
    const column = {
      key: `column${at}`,
      label: `列 ${at}`,
      kind: 'text',
      required: false,
      unit: '',
      decimals: 0,
      options: [],
    }
    set({ columns: [...columns, column] })
  }
  return (
    <>
      <div role="group" aria-label="列" className={css.group}>
        {columns.map((column, at) => (
          <div key={at} className={css.column}>
            <TextField
              {...plain}
              label={`第 ${at + 1} 列名称`}
              maxLength={30}
              value={column.label}
              onChange={(label) => change(at, { label })}
            />
            <TextField
              {...plain}
              label="编码"
              code
              maxLength={30}
              value={column.key}
              onChange={(key) => change(at, { key })}
            />
            <SelectField
              {...plain}
              label="类型"
              choices={columnKinds}
              value={column.kind}
              onChange={(kind) => change(at, { kind })}
            />
            <span className="row">
              <Check
                label="必填"
                checked={column.required}
                onChange={(required) => change(at, { required })}
              />
              <IconButton
                icon={Trash2}
                label={`删除第 ${at + 1} 列`}
                small
                refusal={columns.length === 1 ? '至少一列' : null}
                onClick={() => set({ columns: columns.filter((_column, place) => place !== at) })}
              />
            </span>
            {column.kind === 'choice' && (
              <Options options={column.options} onChange={(options) => change(at, { options })} />
            )}
          </div>
        ))}
        <Button
          size="sm"
          icon={Plus}
          repeatMs={0}
          refusal={columns.length >= 10 ? '最多 10 列' : null}
          onClick={add}
        >
          增加一列
        </Button>
      </div>
      <SelectField
        {...plain}
        label="合计"
        allowClear
        placeholder="不合计"
        choices={numeric.map(({ key, label }) => ({ value: key, label }))}
        value={sum?.column}
        onChange={(column) =>
          set({
            sum:
              column === undefined
                ? null
                : { column, key: sum?.key ?? `${field.key}Total`, label: sum?.label ?? '合计' },
          })
        }
      />
      {sum && (
        <div className={css.pair}>
          <TextField
            {...plain}
            label="合计名称"
            maxLength={30}
            value={sum.label}
            onChange={(label) => set({ sum: { ...sum, label } })}
          />
          <TextField
            {...plain}
            label="编码"
            code
            maxLength={30}
            value={sum.key}
            onChange={(key) => set({ sum: { ...sum, key } })}
          />
        </div>
      )}
      <Count label="最多行数" value={field.max} onChange={(max) => set({ max })} />
    </>
  )
}
