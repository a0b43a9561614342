import { DatePicker } from 'antd'
import dayjs from 'dayjs'

const DAY = 'YYYY-MM-DD'

type DatesFilterProps = {
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Two days, both included. */
export function DatesFilter({ label, value, onChange }: DatesFilterProps) {
  return (
    <DatePicker.RangePicker
      prefix={label}
      value={value.length === 2 ? [dayjs(value[0]), dayjs(value[1])] : null}
      onChange={(range) =>
        onChange(range?.[0] && range[1] ? [range[0].format(DAY), range[1].format(DAY)] : [])
      }
      aria-label={label}
    />
  )
}
