import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { labelIdOf, type FieldControl } from '../Field.tsx'
import { usePhone } from '../use-phone.ts'
import { inOrder, MONTH, YEAR, type Period } from './periods.ts'
import css from './pickers.module.css'
import '../picker-popup.css'

dayjs.extend(customParseFormat)

type Common = Partial<FieldControl> & {
  disabled?: boolean
  onBlur?: () => void
  'aria-label'?: string
}

type YearPickerProps = Common & {
  /** `YYYY`, or null. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A year picker. */
export function YearPicker({ value, onChange, ...rest }: YearPickerProps) {
  const phone = usePhone()
  return (
    <DatePicker
      {...rest}
      picker="year"
      className={css.periodPicker}
      placeholder="选择年份"
      inputReadOnly={phone}
      format={YEAR}
      value={parsed(value, YEAR)}
      onChange={(picked) => onChange(text(picked, YEAR))}
    />
  )
}

type RangeProps = Common & { value: Period; onChange: (value: Period) => void }

/** A year range, `YYYY`; reversed ends are swapped (spec 2 §2). */
export const YearRangePicker = (props: RangeProps) => (
  <RangePicker {...props} picker="year" format={YEAR} placeholder={['起始年份', '结束年份']} />
)

/** A month range, `YYYY-MM` (spec 2 §2, §5); reversed ends are swapped. */
export const MonthRangePicker = (props: RangeProps) => (
  <RangePicker {...props} picker="month" format={MONTH} placeholder={['起始月份', '结束月份']} />
)

type RangePickerProps = RangeProps & {
  picker: 'year' | 'month'
  format: string
  placeholder: [string, string]
}

function RangePicker({ value, onChange, id, format, ...rest }: RangePickerProps) {
  const phone = usePhone()
  const [from, to] = inOrder(value)
  return (
    <DatePicker.RangePicker
      {...rest}
      // Without this, an empty end traps the focus, and Shift+Tab does not leave it.
      allowEmpty
      {...(id !== undefined && { id: { start: id }, 'aria-labelledby': labelIdOf(id) })}
      className={css.periodPicker}
      inputReadOnly={phone}
      format={format}
      // A second end before the first is accepted.
      order
      value={[parsed(from, format), parsed(to, format)]}
      onChange={(picked) => onChange(inOrder([text(picked?.[0], format), text(picked?.[1], format)]))}
    />
  )
}

const parsed = (value: string | null, format: string): Dayjs | null => {
  const read = value === null ? null : dayjs(value, format, true)
  return read?.isValid() ? read : null
}

const text = (picked: Dayjs | null | undefined, format: string): string | null =>
  picked?.format(format) ?? null
