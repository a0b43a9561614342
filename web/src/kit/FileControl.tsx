import type { InputHTMLAttributes, Ref } from 'react'
import type { FieldControl } from './Field.tsx'

type FileControlProps = InputHTMLAttributes<HTMLInputElement> & {
  control: FieldControl
  ref: Ref<HTMLInputElement>
}

/** The hidden file input of a field, which a button opens. */
export function FileControl({ control, ...rest }: FileControlProps) {
  const { status: _status, 'aria-required': required, ...named } = control
  return <input {...named} required={required} type="file" className="sr" {...rest} />
}
