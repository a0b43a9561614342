import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { companyNow } from '../lib/company-time.ts'
import type { FieldControl } from './Field.tsx'
import { WIRE_TIME } from './format.ts'
import { timesAhead, type Ahead } from './time-presets.ts'
import './picker-popup.css'

type TimeInputProps = Partial<FieldControl> & {
  /** A time in wire format. */
  value: string | null | undefined
  onChange: (value: string | null) => void
  onBlur?: () => void
  placeholder?: string
  /** Times in the future are offered by name: for a start, or for a deadline. */
  ahead?: Ahead
  /** Only times after this one, in wire format, are offered. */
  after?: string | null
  'aria-label'?: string
}

/** A time picker with minute precision. */
export function TimeInput({
  value,
  onChange,
  placeholder = '选择时间',
  ahead,
  after,
  ...rest
}: TimeInputProps) {
  const offered = ahead ? timesAhead(ahead, companyNow()) : []
  return (
    <DatePicker
      {...rest}
      placeholder={placeholder}
      showTime={{ format: 'HH:mm', minuteStep: 5 }}
      format="YYYY-MM-DD HH:mm"
      needConfirm={false}
      presets={offered
        .filter(({ at }) => !after || at.isAfter(after))
        .map(({ title, at }) => ({ label: title, value: at }))}
      value={value ? dayjs(value) : null}
      onChange={(picked) => onChange(picked ? picked.second(0).format(WIRE_TIME) : null)}
    />
  )
}
