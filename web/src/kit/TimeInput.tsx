import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { companyNow } from '../lib/company-time.ts'
import type { FieldControl } from './Field.tsx'
import { WIRE_TIME } from './format.ts'
import { NativeTime } from './NativeTime.tsx'
import { timesAhead, type Ahead } from './time-presets.ts'
import { usePhone } from './use-phone.ts'

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

/** The format of the browser's input. */
const NATIVE = 'YYYY-MM-DDTHH:mm'

/** A time picker with minute precision; on a phone, the phone's own. */
export function TimeInput({
  value,
  onChange,
  placeholder = '选择时间',
  ahead,
  after,
  ...rest
}: TimeInputProps) {
  const phone = usePhone()
  const offered = (ahead ? timesAhead(ahead, companyNow()) : []).filter(
    ({ at }) => !after || at.isAfter(after),
  )
  if (phone)
    return (
      <NativeTime
        {...rest}
        type="datetime-local"
        placeholder={placeholder}
        offered={offered.map(({ title, at }) => ({ title, value: at.format(NATIVE) }))}
        value={value ? dayjs(value).format(NATIVE) : null}
        onChange={(picked) => onChange(picked && dayjs(picked).format(WIRE_TIME))}
      />
    )
  return (
    <DatePicker
      {...rest}
      placeholder={placeholder}
      showTime={{ format: 'HH:mm', minuteStep: 5 }}
      format="YYYY-MM-DD HH:mm"
      needConfirm={false}
      presets={offered.map(({ title, at }) => ({ label: title, value: at }))}
      value={value ? dayjs(value) : null}
      onChange={(picked) => onChange(picked ? picked.second(0).format(WIRE_TIME) : null)}
    />
  )
}
