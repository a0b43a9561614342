import type { ReactNode, RefObject } from 'react'

type EnterFormProps = {
  /** Of `useForm`. */
  form: RefObject<HTMLFormElement | null>
  className?: string
  onSend: () => void
  children: ReactNode
}

/** The fields of a form whose button stands outside it: Enter sends, but for a date, which it only takes. */
export const EnterForm = ({ form, className, onSend, children }: EnterFormProps) => (
  <form
    ref={form}
    className={className}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.target as Element).closest('.ant-picker')) event.preventDefault()
    }}
    onSubmit={(event) => {
      event.preventDefault()
      onSend()
    }}
  >
    {children}
    {/* Enter wants a button inside. */}
    <input type="submit" hidden />
  </form>
)
