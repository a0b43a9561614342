import { Chip } from './Chip.tsx'
import type { FieldControl } from './Field.tsx'
import { SideScroll } from './SideScroll.tsx'
import './native-time.css'

type Offered = { title: string; value: string }

type NativeTimeProps = Partial<FieldControl> & {
  type: 'date' | 'datetime-local' | 'month'
  /** As the input of this type holds it: `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm`, `YYYY-MM`. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  placeholder: string
  /** The last value that can be chosen. */
  max?: string
  disabled?: boolean
  /** Stands in the field before the value. */
  prefix?: string
  /** Values offered by name, below the field. */
  offered?: readonly Offered[]
  'aria-label'?: string
}

const patterns: Record<NativeTimeProps['type'], RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'datetime-local': /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  month: /^\d{4}-\d\d$/,
}

/** A date or time on a phone: the phone shows its own picker. */
export function NativeTime({
  value,
  onChange,
  placeholder,
  prefix,
  status,
  offered,
  ...rest
}: NativeTimeProps) {
  const { type, max, disabled } = rest
  return (
    <>
      <span
        className={status ? 'native-time fld bad' : 'native-time fld'}
        data-disabled={disabled || undefined}
      >
        {prefix && <span className="before t3">{prefix}</span>}
        <span className="value">
          {value === null && (
            <span className="t3" aria-hidden>
              {placeholder}
            </span>
          )}
          <input
            {...rest}
            // Phones that choose minutes in a list show every fifth.
            step={type === 'datetime-local' ? 300 : undefined}
            value={value ?? ''}
            data-empty={value === null || undefined}
            onChange={({ target }) => {
              // Some phones let a day after the last one be chosen, or take the value as text.
              const taken = target.value === '' || patterns[type].test(target.value)
              if (taken && (!max || target.value <= max)) onChange(target.value || null)
            }}
          />
        </span>
      </span>
      <OfferedValues offered={offered} chosen={value} onChoose={onChange} />
    </>
  )
}

type OfferedValuesProps = {
  offered?: readonly Offered[]
  chosen: string | null
  onChoose: (value: string) => void
}

/** Values by name, in one line that scrolls. */
export const OfferedValues = ({ offered, chosen, onChoose }: OfferedValuesProps) =>
  offered !== undefined &&
  offered.length > 0 && (
    <SideScroll className="offered-values">
      {offered.map(({ title, value }) => (
        <Chip key={title} chosen={value === chosen} onChoose={() => onChoose(value)}>
          {title}
        </Chip>
      ))}
    </SideScroll>
  )
