import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { memo } from 'react'
import { Field } from '../Field.tsx'
import { apart, type BoundField } from './bound-field.ts'
import { companyNow } from '../../lib/company-time.ts'
import { NativeTime } from '../NativeTime.tsx'
import { usePhone } from '../use-phone.ts'

/** The wire format of a day. */
export const WIRE_DAY = 'YYYY-MM-DD'

type DayFieldProps = BoundField<string, string | undefined> & {
  /** No day after today. */
  past?: boolean
}

/** A form field for a day, in wire format. */
export const DayField = memo(function DayField(props: DayFieldProps) {
  const phone = usePhone()
  const [frame, { value, onChange, past, ...input }] = apart(props)
  return (
    <Field {...frame} ask="选择">
      {(control) =>
        phone ? (
          <NativeTime
            placeholder="选择日期"
            {...control}
            {...input}
            type="date"
            max={past ? companyNow().format(WIRE_DAY) : undefined}
            value={value || null}
            onChange={(picked) => onChange(picked ?? undefined)}
          />
        ) : (
          <DatePicker
            placeholder="选择日期"
            {...control}
            {...input}
            maxDate={past ? companyNow() : undefined}
            value={value ? dayjs(value) : null}
            onChange={(picked) => onChange(picked ? picked.format(WIRE_DAY) : undefined)}
          />
        )
      }
    </Field>
  )
})
