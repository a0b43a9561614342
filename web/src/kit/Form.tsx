import type { FormHTMLAttributes, Ref } from 'react'

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'noValidate'> & {
  ref?: Ref<HTMLFormElement>
  onSend: () => void
}

/** A form that tells its faults itself: the browser would tell them in its own words. */
export const Form = ({ onSend, ...form }: FormProps) => (
  <form
    {...form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSend()
    }}
  />
)
