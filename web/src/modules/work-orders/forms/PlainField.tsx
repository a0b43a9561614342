import { Field } from '../../../kit/Field.tsx'

type PlainFieldProps = {
  label: string
  className: string | undefined
  required?: boolean
  placeholder: string
  maxLength: number
  value: string
  onChange: (value: string) => void
}

/** One line of text in a row of an editable list. */
export const PlainField = ({ label, className, required, value, onChange, ...input }: PlainFieldProps) => (
  <Field label={label} className={className} required={required}>
    {({ id }) => (
      <span className="fld">
        <input id={id} {...input} value={value} onChange={(event) => onChange(event.target.value)} />
      </span>
    )}
  </Field>
)
