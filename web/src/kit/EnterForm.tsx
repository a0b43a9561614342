import type { ReactNode, RefObject } from 'react'
import { Form } from './Form.tsx'

type EnterFormProps = {
  /** The `form` of `useForm`. */
  form: RefObject<HTMLFormElement | null>
  className?: string
  onSend: () => void
  children: ReactNode
}

/**
 * The fields of a form whose submit button is outside it. Enter submits, except in a date field, where it only takes
 * the date.
 */
export const EnterForm = ({ form, children, ...rest }: EnterFormProps) => (
  <Form
    {...rest}
    ref={form}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.target as Element).closest('.ant-picker')) event.preventDefault()
    }}
  >
    {children}
    {/* Submitting with Enter requires a submit button inside the form. */}
    <input type="submit" hidden />
  </Form>
)
