import type { FieldOf } from '@heliodesk/contract/form-fields.ts'
import { Trash2 } from 'lucide-react'
import { AddButton } from '../../kit/AddButton.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { Options } from './Options.tsx'
import { Check, Count, freeName, LabelAndKey, type Set } from './properties.tsx'
import css from './form-design.module.css'

const columnKinds = { text: '文字', number: '数字', money: '金额', date: '日期', choice: '选项' } as const

/** The columns of a table, and what is summed up. */
export function TableProperties({ field, set }: { field: FieldOf<'table'>; set: Set }) {
  const { columns, sum } = field
  const numeric = columns.filter(({ kind }) => kind === 'number' || kind === 'money')
  const change = (at: number, changed: object) =>
    set({ columns: columns.with(at, { ...columns[at]!, ...changed }) })
  const add = () => {
    const { name, at } = freeName(
      'column',
      columns.length + 1,
      columns.map(({ key }) => key),
    )
    const column = {
      key: name,
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
            <LabelAndKey
              label={`第 ${at + 1} 列名称`}
              value={column}
              onChange={(changed) => change(at, changed)}
            />
            <SelectField
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
        <AddButton
          size="sm"
          text="增加一列"
          refusal={columns.length >= 10 ? '最多 10 列' : null}
          onAdd={add}
        />
      </div>
      <SelectField
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
          <LabelAndKey
            label="合计名称"
            value={sum}
            onChange={(changed) => set({ sum: { ...sum, ...changed } })}
          />
        </div>
      )}
      <Count label="最多行数" value={field.max} onChange={(max) => set({ max })} />
    </>
  )
}
