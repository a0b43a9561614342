import { inquiryCalls, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import { useState, type ReactNode } from 'react'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import type { Form } from '../../kit/use-form.ts'
import type { Saving } from '../../kit/use-saving.ts'
import { AttachmentField } from './AttachmentField.tsx'

/** The fields of both kinds of inquiry. */
const fields = inquiryCalls.addLetter.input.pick({ files: true, phone: true })

type InquiryFormProps<I> = {
  title: string
  verb: string
  open: boolean
  inAddress?: boolean
  form: Form<typeof fields> & { submit: (send: (input: I) => void) => void }
  saving: Saving & { send: (input: I) => void }
  box: InquiryBox
  /** What the attachments are called. */
  files: string
  phoneHint: string
  onClose: () => void
  children: ReactNode
}

/** The form of an inquiry: its own fields, and the optional ones of its sender: files, and a phone number for questions. */
export function InquiryForm<I>({ box, files, phoneHint, children, ...drawer }: InquiryFormProps<I>) {
  const { form, saving } = drawer
  const [uploading, setUploading] = useState(false)
  const { error, onChange } = form.field('files')
  return (
    <FieldsDrawer
      {...drawer}
      refusal={uploading ? `${files}还在上传，请稍候` : null}
      uploading={uploading}
      onSend={saving.send}
    >
      {children}
      <AttachmentField label={files} box={box} error={error} onPaths={onChange} onBusy={setUploading} />
      <TextField
        {...form.field('phone')}
        label="联系电话"
        inputMode="tel"
        autoComplete="tel"
        hint={phoneHint}
      />
    </FieldsDrawer>
  )
}
