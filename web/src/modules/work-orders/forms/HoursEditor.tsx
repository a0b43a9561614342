import { AutoComplete } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AddButton } from '../../../kit/AddButton.tsx'
import { IconButton } from '../../../kit/Button.tsx'
import { Field } from '../../../kit/Field.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { EMPTY, formatNumber } from '../../../kit/format.ts'
import type { OrderDetail } from '../order.ts'
import { hoursErrors, hoursOf, type HoursDraft } from './execution.ts'
import { PlainField } from './PlainField.tsx'
import css from './order-forms.module.css'

const MAX_ROWS = 50

type HoursEditorProps = {
  order: OrderDetail
  rows: readonly HoursDraft[]
  onChange: (rows: HoursDraft[]) => void
}

/** Working times of people; the hours are calculated. */
export function HoursEditor({ order, rows, onChange }: HoursEditorProps) {
  const people = [order.liablePerson, ...order.assistUserNames].filter((name) => name !== null)
  const add = () => {
    const unnamed = people.find((name) => !rows.some((row) => row.executorName === name))
    const like = rows.at(-1)
    onChange([
      ...rows,
      {
        executorName: unnamed ?? '',
        actualStartTime: like?.actualStartTime ?? order.workStartTime,
        actualEndTime: like?.actualEndTime ?? null,
        peopleNum: 1,
        remark: '',
      },
    ])
  }
  return (
    <div className={css.hours}>
      {rows.map((row, index) => (
        <HoursRow
          // Rows have no id and are only added at the end.
          // eslint-disable-next-line react/no-array-index-key
          key={index}
          row={row}
          place={index + 1}
          people={people}
          onChange={(next) => onChange(rows.map((each, at) => (at === index ? next : each)))}
          onRemove={() => onChange(rows.filter((_each, at) => at !== index))}
        />
      ))}
      <AddButton
        text="添加工时"
        refusal={rows.length >= MAX_ROWS ? `最多 ${MAX_ROWS} 行` : null}
        onAdd={add}
      />
    </div>
  )
}

type HoursRowProps = {
  row: HoursDraft
  place: number
  people: readonly string[]
  onChange: (row: HoursDraft) => void
  onRemove: () => void
}

function HoursRow({ row, place, people, onChange, onRemove }: HoursRowProps) {
  const [left, setLeft] = useState<ReadonlySet<keyof HoursDraft>>(new Set())
  const errors = hoursErrors(row)
  const hours = hoursOf(row)
  const field = <Name extends keyof HoursDraft>(name: Name) => ({
    required: true,
    error: left.has(name) ? (errors[name] ?? null) : null,
    value: row[name],
    onChange: (value: HoursDraft[Name] | undefined) => onChange({ ...row, [name]: value ?? null }),
    onBlur: () => setLeft((before) => new Set(before).add(name)),
  })
  const { required, error, ...executor } = field('executorName')
  return (
    <fieldset className={css.hoursRow}>
      <legend className="sr">工时第 {place} 行</legend>
      <Field label="作业人员" required={required} error={error}>
        {(control) => (
          <AutoComplete
            {...control}
            {...executor}
            options={people.map((value) => ({ value }))}
            placeholder="姓名"
            onChange={(executorName: string) => executor.onChange(executorName ?? '')}
          />
        )}
      </Field>
      <TimeField {...field('actualStartTime')} label="实际开始" />
      <TimeField {...field('actualEndTime')} label="实际结束" />
      <NumberField {...field('peopleNum')} label="人数" min={1} max={999} controls precision={0} />
      <div className={`s13 ${css.sum}`}>
        <span className={`t3 ${css.t3}`}>工时</span>
        <output>{hours === null ? EMPTY : `${formatNumber(hours, 1)} h`}</output>
      </div>
      <PlainField
        label="备注"
        className={css.remark}
        maxLength={200}
        placeholder="可不填"
        value={row.remark}
        onChange={(remark) => onChange({ ...row, remark })}
      />
      <IconButton icon={Trash2} label={`删除工时第 ${place} 行`} className={css.remove} onClick={onRemove} />
    </fieldset>
  )
}
