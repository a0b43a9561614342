import { AutoComplete } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../../kit/Button.tsx'
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
      <Button
        icon={Plus}
        repeatMs={0}
        refusal={rows.length >= MAX_ROWS ? `最多 ${MAX_ROWS} 行` : null}
        onClick={add}
      >
        添加工时
      </Button>
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
  const leave = (name: keyof HoursDraft) => () => setLeft((before) => new Set(before).add(name))
  const errorOf = (name: keyof HoursDraft) => (left.has(name) ? (errors[name] ?? null) : null)
  return (
    <fieldset className={css.hoursRow}>
      <legend className="sr">工时第 {place} 行</legend>
      <Field label="作业人员" required error={errorOf('executorName')}>
        {(control) => (
          <AutoComplete
            {...control}
            options={people.map((value) => ({ value }))}
            placeholder="姓名"
            value={row.executorName}
            onChange={(executorName: string) => onChange({ ...row, executorName: executorName ?? '' })}
            onBlur={leave('executorName')}
          />
        )}
      </Field>
      <TimeField
        label="实际开始"
        required
        error={errorOf('actualStartTime')}
        value={row.actualStartTime}
        onChange={(value) => onChange({ ...row, actualStartTime: value ?? null })}
        onBlur={leave('actualStartTime')}
      />
      <TimeField
        label="实际结束"
        required
        error={errorOf('actualEndTime')}
        value={row.actualEndTime}
        onChange={(value) => onChange({ ...row, actualEndTime: value ?? null })}
        onBlur={leave('actualEndTime')}
      />
      <NumberField
        label="人数"
        required
        error={errorOf('peopleNum')}
        min={1}
        max={999}
        controls
        precision={0}
        value={row.peopleNum}
        onChange={(value) => onChange({ ...row, peopleNum: value ?? null })}
        onBlur={leave('peopleNum')}
      />
      <div className={css.sum}>
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
