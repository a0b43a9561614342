import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import './field.css'

export type FieldControl = {
  id: string
  status: 'error' | undefined
  'aria-required': boolean | undefined
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: string
  required?: boolean
  error?: string | null
  /** What a person does here; a required field without a value says so: 请选择电站. */
  ask?: '填写' | '选择' | '上传'
  hint?: ReactNode
  /** The label is visible to screen readers only. */
  bare?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** The id of the label, for controls with several inputs: `htmlFor` names only the first. */
export const labelIdOf = (id: string): string => `${id}-label`

/** A required field (spec 1 §5, 2 §5): the words at its mark, and its fault as long as it has no value. */
export const REQUIRED = '此项为必填项'

/** A control with its label and its error below. */
export function Field({ label, required, error, ask = '填写', hint, bare, className, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error === REQUIRED ? `请${ask}${label}` : (error ?? hint)
  return (
    <div className={className ? `field ${className}` : 'field'} data-bad={error ? '' : undefined}>
      <label
        id={labelIdOf(id)}
        htmlFor={id}
        title={required ? REQUIRED : undefined}
        className={[bare && 'sr', required && 'required'].filter(Boolean).join(' ') || undefined}
      >
        {label}
      </label>
      {children({
        id,
        status: error ? 'error' : undefined,
        'aria-required': required || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && (
        <div id={noteId} className={error ? 'note bad' : 'note'} role={error ? 'alert' : undefined}>
          {error && <CircleAlert className="i s" aria-hidden />}
          {note}
        </div>
      )}
    </div>
  )
}

/** Moves the focus to the first invalid field, as after a rejected submit. */
export function focusFirstError(form: HTMLElement | null): void {
  focusIn(form?.querySelector('[data-bad]'))
}

/** Moves the focus to the first control in a part of a form, in the middle of the window. */
export function focusIn(part: Element | null | undefined): void {
  part?.scrollIntoView({ block: 'center' })
  part?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus({ preventScroll: true })
}
