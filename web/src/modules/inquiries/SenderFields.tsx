import { inquiryCalls, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import type { ReactNode } from 'react'
import { TextField } from '../../kit/fields/TextField.tsx'
import type { Form } from '../../kit/use-form.ts'
import { AttachmentField } from './AttachmentField.tsx'

/** The fields of both kinds of inquiry. */
const fields = inquiryCalls.addLetter.input.pick({ files: true, phone: true })

type SenderFieldsProps = {
  form: Form<typeof fields>
  /** The label of the attachments. */
  label: string
  box: InquiryBox
  phoneHint: ReactNode
  onBusy: (busy: boolean) => void
}

/** The optional fields of a sender: files, and a phone number for questions. */
export function SenderFields({ form, label, box, phoneHint, onBusy }: SenderFieldsProps) {
  const { error, onChange } = form.field('files')
  return (
    <>
      <AttachmentField label={label} box={box} error={error} onPaths={onChange} onBusy={onBusy} />
      <TextField
        {...form.field('phone')}
        label="联系电话"
        inputMode="tel"
        autoComplete="tel"
        hint={phoneHint}
      />
    </>
  )
}
