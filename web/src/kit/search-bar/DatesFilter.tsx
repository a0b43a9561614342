import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { companyNow } from '../../lib/company-time.ts'
import { rangesOf } from '../time-presets.ts'
import '../picker-popup.css'

const DAY = 'YYYY-MM-DD'

type DatesFilterProps = {
  label: string
  placeholder?: string
  /** The display format of a day; values are `YYYY-MM-DD`. */
  format?: string
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** A range of days, both included. */
export function DatesFilter({ label, placeholder, format = DAY, value, onChange }: DatesFilterProps) {
  return (
    <DatePicker.RangePicker
      // Without this, an empty end traps the focus, and Shift+Tab does not leave it.
      allowEmpty
      prefix={label}
      format={format}
      presets={rangesOf(companyNow()).map(({ title, from, until }) => ({
        label: title,
        value: [from, until],
      }))}
      {...(placeholder && { placeholder: [placeholder, placeholder] })}
      value={value.length === 2 ? [dayjs(value[0]), dayjs(value[1])] : null}
      onChange={(range) =>
        onChange(range?.[0] && range[1] ? [range[0].format(DAY), range[1].format(DAY)] : [])
      }
      aria-label={label}
    />
  )
}

/** A single day. */
export function DateFilter({ label, placeholder, format = DAY, value, onChange }: DatesFilterProps) {
  return (
    <DatePicker
      prefix={label}
      format={format}
      presets={rangesOf(companyNow())
        .filter(({ from, until }) => from.isSame(until))
        .map(({ title, from }) => ({ label: title, value: from }))}
      {...(placeholder && { placeholder })}
      value={value[0] ? dayjs(value[0]) : null}
      onChange={(day) => onChange(day ? [day.format(DAY)] : [])}
      aria-label={label}
    />
  )
}
