import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { labelIdOf, type FieldControl } from '../Field.tsx'
import { companyNow } from '../../lib/company-time.ts'
import { NativeTime } from '../NativeTime.tsx'
import { usePhone } from '../use-phone.ts'
import { inOrder, MONTH, YEAR, type Period } from './periods.ts'
import css from './pickers.module.css'

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
  if (usePhone()) return <NativeYear {...rest} placeholder="选择年份" value={value} onChange={onChange} />
  return (
    <DatePicker
      {...rest}
      picker="year"
      className={css.periodPicker}
      placeholder="选择年份"
      format={YEAR}
      value={parsed(value, YEAR)}
      onChange={(picked) => onChange(text(picked, YEAR))}
    />
  )
}

type MonthPickerProps = Common & {
  /** `YYYY-MM`. */
  value: string
  onChange: (value: string) => void
}

/** A picker of one month, which is never empty. */
export function MonthPicker({ value, onChange, ...rest }: MonthPickerProps) {
  const choose = (picked: string | null) => {
    if (picked) onChange(picked)
  }
  if (usePhone())
    return <NativeTime {...rest} type="month" placeholder="选择月份" value={value} onChange={choose} />
  return (
    <DatePicker
      {...rest}
      picker="month"
      allowClear={false}
      format={MONTH}
      value={parsed(value, MONTH)}
      onChange={(picked) => choose(text(picked, MONTH))}
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

function RangePicker(props: RangePickerProps) {
  const { value, onChange, id, format, ...rest } = props
  const [from, to] = inOrder(value)
  if (usePhone()) return <NativeRange {...props} />
  return (
    <DatePicker.RangePicker
      {...rest}
      // Without this, an empty end traps the focus, and Shift+Tab does not leave it.
      allowEmpty
      {...(id !== undefined && { id: { start: id }, 'aria-labelledby': labelIdOf(id) })}
      className={css.periodPicker}
      format={format}
      // A second end before the first is accepted.
      order
      value={[parsed(from, format), parsed(to, format)]}
      onChange={(picked) => onChange(inOrder([text(picked?.[0], format), text(picked?.[1], format)]))}
    />
  )
}

/** Two fields on a phone. */
function NativeRange({ value, onChange, picker, placeholder, id, ...rest }: RangePickerProps) {
  const [from, to] = inOrder(value)
  const name = rest['aria-label'] ?? ''
  const end = (place: 0 | 1) => ({
    ...rest,
    id: place === 0 ? id : undefined,
    'aria-label': `${name}${placeholder[place]}`,
    placeholder: placeholder[place],
    value: place === 0 ? from : to,
    onChange: (picked: string | null) => onChange(inOrder(place === 0 ? [picked, to] : [from, picked])),
  })
  const fields = ([0, 1] as const).map((place) =>
    picker === 'year' ? (
      <NativeYear key={place} {...end(place)} />
    ) : (
      <NativeTime key={place} {...end(place)} type="month" />
    ),
  )
  return (
    <div className="native-dates" role="group" aria-labelledby={id && labelIdOf(id)}>
      {fields[0]}
      <span className="t3">至</span>
      {fields[1]}
    </div>
  )
}

/** How many years before and after this one are offered. */
const YEARS = { before: 30, after: 30 }

function NativeYear({
  value,
  onChange,
  placeholder,
  status,
  ...rest
}: YearPickerProps & { placeholder: string }) {
  const first = companyNow().year() - YEARS.before
  const years = Array.from({ length: YEARS.before + 1 + YEARS.after }, (_, at) => String(first + at))
  if (value !== null && !years.includes(value)) years.unshift(value)
  return (
    <span className={status ? 'native-time fld bad' : 'native-time fld'}>
      <select {...rest} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{placeholder}</option>
        {years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </select>
    </span>
  )
}

const parsed = (value: string | null, format: string): Dayjs | null => {
  const read = value === null ? null : dayjs(value, format, true)
  return read?.isValid() ? read : null
}

const text = (picked: Dayjs | null | undefined, format: string): string | null =>
  picked?.format(format) ?? null
