import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { FieldControl } from './Field.tsx'
import { WIRE_TIME } from './format.ts'

type TimeInputProps = Partial<FieldControl> & {
  /** A time in wire format. */
  value: string | null | undefined
  onChange: (value: string | null) => void
  onBlur?: () => void
  placeholder?: string
  'aria-label'?: string
}

/** A time picker with minute precision. */
export function TimeInput({ value, onChange, placeholder = '选择时间', ...rest }: TimeInputProps) {
  return (
    <DatePicker
      {...rest}
      placeholder={placeholder}
      showTime={{ format: 'HH:mm', minuteStep: 5 }}
      format="YYYY-MM-DD HH:mm"
      needConfirm={false}
      value={value ? dayjs(value) : null}
      onChange={(picked) => onChange(picked ? picked.second(0).format(WIRE_TIME) : null)}
    />
  )
}
