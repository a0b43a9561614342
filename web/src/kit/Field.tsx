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
  hint?: ReactNode
  /** The label is for screen readers only. */
  bare?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Of the label, for controls with more inputs than one: `htmlFor` names the first alone. */
export const labelIdOf = (id: string): string => `${id}-label`

/** A labelled control with its error below it. */
export function Field({ label, required, error, hint, bare, className, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={className ? `field ${className}` : 'field'} data-bad={error ? '' : undefined}>
      <label
        id={labelIdOf(id)}
        htmlFor={id}
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

/** Moves to the first field with an error, as a refused submit does. */
export function focusFirstError(form: HTMLElement | null): void {
  const bad = form?.querySelector('[data-bad]')
  bad?.scrollIntoView({ block: 'center' })
  bad?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus({ preventScroll: true })
}
