import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { companyNow } from '../../lib/company-time.ts'
import { NativeTime, OfferedValues } from '../NativeTime.tsx'
import { rangesOf } from '../time-presets.ts'
import { usePhone } from '../use-phone.ts'

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
export function DatesFilter(props: DatesFilterProps) {
  const { label, placeholder, format = DAY, value, onChange } = props
  if (usePhone()) return <NativeDates {...props} />
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

const BETWEEN = '/'

/** Two fields on a phone. The end that is not chosen, or that would make the range negative, follows the other. */
function NativeDates({ label, value, onChange }: DatesFilterProps) {
  const [from = null, until = null] = value
  const begin = (day: string | null) => onChange(day ? [day, until && until > day ? until : day] : [])
  const end = (day: string | null) => onChange(day ? [from && from < day ? from : day, day] : [])
  return (
    <fieldset className="native-dates">
      <legend>{label}</legend>
      <NativeTime
        type="date"
        aria-label={`${label}从`}
        placeholder="开始日期"
        value={from}
        onChange={begin}
      />
      <span className="t3">至</span>
      <NativeTime type="date" aria-label={`${label}至`} placeholder="结束日期" value={until} onChange={end} />
      <OfferedValues
        offered={rangesOf(companyNow()).map((range) => ({
          title: range.title,
          value: [range.from, range.until].map((day) => day.format(DAY)).join(BETWEEN),
        }))}
        chosen={value.join(BETWEEN)}
        onChoose={(range) => onChange(range.split(BETWEEN))}
      />
    </fieldset>
  )
}

/** A single day. */
export function DateFilter({ label, placeholder, format = DAY, value, onChange }: DatesFilterProps) {
  const phone = usePhone()
  const days = rangesOf(companyNow()).filter(({ from, until }) => from.isSame(until))
  if (phone)
    return (
      <div>
        <NativeTime
          type="date"
          prefix={label}
          aria-label={label}
          placeholder={placeholder ?? '选择日期'}
          offered={days.map(({ title, from }) => ({ title, value: from.format(DAY) }))}
          value={value[0] ?? null}
          onChange={(day) => onChange(day ? [day] : [])}
        />
      </div>
    )
  return (
    <DatePicker
      prefix={label}
      format={format}
      presets={days.map(({ title, from }) => ({ label: title, value: from }))}
      {...(placeholder && { placeholder })}
      value={value[0] ? dayjs(value[0]) : null}
      onChange={(day) => onChange(day ? [day.format(DAY)] : [])}
      aria-label={label}
    />
  )
}
