import type { RefObject } from 'react'
import type { OverlayProps } from './use-overlays.tsx'
import type { Saving } from './use-saving.ts'

type Asked<Input> = {
  form: RefObject<HTMLFormElement | null>
  submit: (send: (input: Input) => void) => void
}

/** What a `CommandDialog` with the fields of a `useForm` needs: confirming checks them and passes them to `send`. */
export const askFields = <Input>(
  { open, onClose }: OverlayProps,
  { form, submit }: Asked<Input>,
  saving: Saving,
  send: (input: Input) => void,
) => ({ open, onClose, wide: true, saving, form, onConfirm: () => submit(send) })
