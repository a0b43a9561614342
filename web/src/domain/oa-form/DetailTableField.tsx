import type { FieldOf, FormColumn } from '@heliodesk/contract/form-fields.ts'
import { sumOf, type FormValues } from '@heliodesk/contract/form-values.ts'
import { sumText } from '@heliodesk/contract/form-texts.ts'
import { own } from '@heliodesk/contract/own.ts'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { AddButton } from '../../kit/AddButton.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { DayField } from '../../kit/fields/DayField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { Field } from '../../kit/Field.tsx'
import css from './oa-form.module.css'

type DetailTableFieldProps = {
  field: FieldOf<'table'>
  label: string
  required: boolean
  hint: string | undefined
  error: string | null
  value: unknown
  onChange: (rows: FormValues[] | undefined) => void
  onBlur: () => void
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Rows of a table that a person fills in, with the sum of a column: a table, and cards on a phone. */
export function DetailTableField({ field, value, onChange, onBlur, error, ...frame }: DetailTableFieldProps) {
  const { columns, sum, max } = field
  const rows = (Array.isArray(value) ? value : []) as FormValues[]
  // One empty row is there to start with; it becomes part of the form when something is typed.
  const shown = rows.length > 0 ? rows : [{}]
  const list = useRef<HTMLDivElement>(null)
  const change = (at: number, column: string, typed: unknown) => {
    const changed = shown.map((row, index) =>
      index === at
        ? Object.fromEntries(Object.entries({ ...row, [column]: typed }).filter(([, cell]) => isFilled(cell)))
        : row,
    )
    onChange(changed.some((row) => Object.keys(row).length > 0) ? changed : undefined)
  }
  const add = () => {
    flushSync(() => onChange([...shown, {}]))
    const lines = [...(list.current?.querySelectorAll('[data-row]') ?? [])]
    lines.at(-1)?.querySelector('input')?.focus()
  }
  const remove = (at: number) => {
    const left = rows.filter((_row, index) => index !== at)
    onChange(left.length > 0 ? left : undefined)
  }
  return (
    <Field {...frame} error={error} className={`wide ${css.measured}`}>
      {(control) => (
        <div
          id={control.id}
          ref={list}
          className={css.table}
          role="group"
          aria-label={frame.label}
          aria-describedby={control['aria-describedby']}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
          }}
        >
          <div className={css.head} style={gridOf(columns)} aria-hidden>
            {columns.map(({ key, label, required }) => (
              <span key={key} data-required={required || undefined}>
                {label}
              </span>
            ))}
          </div>
          {shown.map((row, at) => (
            // Rows have no identity of their own: what is typed belongs to the place.
            <div key={at} data-row className={css.line} style={gridOf(columns)}>
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  row={at + 1}
                  isMissing={error !== null && column.required && !isFilled(own(row, column.key))}
                  value={own(row, column.key)}
                  onChange={(typed) => change(at, column.key, typed)}
                />
              ))}
              <IconButton
                icon={Trash2}
                label={`删除第 ${at + 1} 行`}
                refusal={rows.length === 0 ? '还没有明细' : null}
                onClick={() => remove(at)}
              />
            </div>
          ))}
          <div className={css.foot}>
            <AddButton
              size="sm"
              text="增加一行"
              refusal={shown.length >= max ? `最多 ${max} 行` : null}
              onAdd={add}
            />
            {sum && (
              <span className={css.sum}>
                {sum.label} <b>{sumText(field, sumOf(field, rows))}</b>
              </span>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

const gridOf = (columns: readonly FormColumn[]) =>
  ({ '--columns': columns.map(({ kind }) => (kind === 'text' ? '2fr' : '1.4fr')).join(' ') }) as object

type CellProps = {
  column: FormColumn
  row: number
  isMissing: boolean
  value: unknown
  onChange: (typed: unknown) => void
}

function Cell({ column, row, isMissing, value, onChange }: CellProps) {
  const frame = {
    // The head names the columns; screen readers hear the row too.
    label: `第 ${row} 行${column.label}`,
    bare: true,
    // The fault is written once, below the table.
    error: isMissing ? '' : null,
    className: isMissing ? `${css.cell} ${css.bad}` : css.cell,
    onChange,
  }
  const text = typeof value === 'string' ? value : undefined
  if (column.kind === 'number' || column.kind === 'money')
    return (
      <NumberField
        {...frame}
        placeholder={column.label}
        suffix={column.unit || undefined}
        precision={column.kind === 'money' ? 2 : column.decimals}
        value={typeof value === 'number' ? value : undefined}
      />
    )
  if (column.kind === 'date') return <DayField {...frame} value={text} />
  if (column.kind === 'choice')
    return (
      <SelectField {...frame} placeholder={column.label} choices={column.options} allowClear value={text} />
    )
  return <TextField {...frame} placeholder={column.label} maxLength={200} value={text} />
}
