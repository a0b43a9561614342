import type { Condition, Operator, Row } from '@heliodesk/contract/approver-list/model.ts'
import { feelOf } from '@heliodesk/contract/approver-list/conditions.ts'
import { isFieldName } from '@heliodesk/contract/approver-list/who.ts'
import { Input, InputNumber, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import type { FormField } from './fields.ts'
import { operators } from './words.ts'
import css from './approver-list.module.css'

const fitting: Readonly<Record<'number' | 'choice' | 'text', readonly Operator[]>> = {
  number: ['=', '!=', '<', '<=', '>', '>='],
  choice: ['=', '!=', 'in'],
  text: ['=', '!=', 'contains'],
}

const kindOf = (field: FormField | undefined, { value }: Row) =>
  field === undefined
    ? typeof value === 'number'
      ? 'number'
      : 'text'
    : field.kind === 'number' || field.kind === 'choice'
      ? field.kind
      : 'text'

function firstValue(field: FormField | undefined, operator: Operator): Row['value'] {
  if (field?.kind === 'number') return 0
  const [first = ''] = Object.keys(field?.choices ?? {})
  return operator === 'in' ? [first] : first
}

type ConditionFieldsProps = {
  condition: Condition
  fields: readonly FormField[]
  onChange: (condition: Condition) => void
}

/** A condition of a branch: rows that all have to hold, or FEEL. */
export function ConditionFields({ condition, fields, onChange }: ConditionFieldsProps) {
  if ('feel' in condition)
    return (
      <>
        <LongTextField
          label="条件（FEEL）"
          max={1000}
          error={condition.feel.trim() === '' ? '请填写条件' : null}
          value={condition.feel}
          onChange={(feel) => onChange({ feel })}
          onBlur={() => undefined}
        />
        <Button onClick={() => onChange({ rows: [] })}>改为逐项选择</Button>
      </>
    )
  const { rows } = condition
  const set = (at: number, row: Row) => onChange({ rows: rows.with(at, row) })
  const [first] = fields
  return (
    <>
      {rows.map((row, at) => (
        <ConditionRow
          // Rows have no identity of their own, and keep their order.
          key={`${at} ${row.field}`}
          row={row}
          fields={fields}
          onChange={(next) => set(at, next)}
          onRemove={() => onChange({ rows: rows.toSpliced(at, 1) })}
        />
      ))}
      <div className={css.pair}>
        <Button
          icon={Plus}
          repeatMs={0}
          refusal={first ? null : '该流程没有表单字段，请写 FEEL'}
          onClick={() =>
            first &&
            onChange({
              rows: [
                ...rows,
                {
                  field: first.name,
                  operator: first.kind === 'number' ? '>' : '=',
                  value: firstValue(first, '='),
                },
              ],
            })
          }
        >
          添加一项
        </Button>
        <Button onClick={() => onChange({ feel: feelOf(condition) })}>写 FEEL</Button>
      </div>
    </>
  )
}

type ConditionRowProps = {
  row: Row
  fields: readonly FormField[]
  onChange: (row: Row) => void
  onRemove: () => void
}

function ConditionRow({ row, fields, onChange, onRemove }: ConditionRowProps) {
  const field = fields.find(({ name }) => name === row.field)
  const kind = kindOf(field, row)
  const known = fields.filter(({ name }) => isFieldName(name))
  const options = [
    ...known.map(({ name, title }) => ({ value: name, label: title })),
    ...(field ? [] : [{ value: row.field, label: row.field }]),
  ]
  return (
    <div className={css.conditionRow} role="group" aria-label={`${field?.title ?? row.field}的条件`}>
      <Select
        aria-label="字段"
        value={row.field}
        options={options}
        onChange={(name) => {
          const next = fields.find((each) => each.name === name)
          onChange({ field: name, operator: '=', value: firstValue(next, '=') })
        }}
      />
      <Select
        aria-label="比较"
        value={row.operator}
        options={fitting[kind].map((value) => ({ value, label: operators[value] }))}
        onChange={(operator) => {
          const isList = operator === 'in'
          const keeps = isList === (row.operator === 'in')
          onChange({ ...row, operator, value: keeps ? row.value : firstValue(field, operator) })
        }}
      />
      <IconButton small icon={X} label="删除这一项" onClick={onRemove} />
      <ValueInput row={row} kind={kind} choices={field?.choices} onChange={onChange} />
    </div>
  )
}

type ValueInputProps = {
  row: Row
  kind: ReturnType<typeof kindOf>
  choices: FormField['choices']
  onChange: (row: Row) => void
}

function ValueInput({ row, kind, choices, onChange }: ValueInputProps) {
  const options = Object.entries(choices ?? {}).map(([value, label]) => ({ value, label }))
  const set = (value: Row['value']) => onChange({ ...row, value })
  if (kind === 'number')
    return (
      <InputNumber
        aria-label="值"
        controls={false}
        value={typeof row.value === 'number' ? row.value : 0}
        onChange={(value) => set(value ?? 0)}
      />
    )
  if (row.operator === 'in')
    return (
      <Select
        mode={options.length > 0 ? 'multiple' : 'tags'}
        aria-label="值"
        value={[row.value].flat().map(String)}
        options={options}
        onChange={(values: string[]) => values.length > 0 && set(values)}
      />
    )
  if (kind === 'choice')
    return <Select aria-label="值" value={String(row.value)} options={options} onChange={set} />
  return (
    <Input
      aria-label="值"
      maxLength={100}
      value={String(row.value)}
      onChange={(event) => set(event.target.value)}
    />
  )
}
