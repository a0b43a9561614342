import css from './tick-field.module.css'

type TickFieldProps = {
  label: string
  hint?: string
  value: boolean | null | undefined
  disabled?: boolean
  onChange: (value: boolean) => void
  onBlur?: () => void
  className?: string
}

/** A form field for yes or no, which is ticked. */
export const TickField = ({
  label,
  hint,
  value,
  disabled,
  onChange,
  onBlur,
  className = '',
}: TickFieldProps) => (
  <label className={`${css.tick} ${className}`}>
    <input
      type="checkbox"
      checked={value ?? false}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      onBlur={onBlur}
    />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)
