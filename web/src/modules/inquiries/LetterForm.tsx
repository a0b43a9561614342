import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { Lock } from 'lucide-react'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { InquiryForm } from './InquiryForm.tsx'
import css from './inquiries.module.css'

type FormProps = { open: boolean; onClose: () => void; onSent: () => void }

export function LetterForm({ open, onClose, onSent }: FormProps) {
  const form = useForm(inquiryCalls.addLetter.input, {})
  const saving = useSaving(inquiryCalls.addLetter, {
    said: () => ['信已寄出', '答复会回到“我写的信”'],
    onSaved: onSent,
  })
  return (
    <InquiryForm
      inAddress
      open={open}
      title="给总经理写信"
      verb="寄出"
      box="mail"
      files="附件"
      phoneHint="可不填"
      form={form}
      saving={saving}
      onClose={onClose}
    >
      <p className={`${css.letterNote} wide t2`}>
        <Lock className="i s" aria-hidden />
        只有收信人和您自己看得到这封信
      </p>
      <TextField {...form.field('title')} label="标题" className="wide" required autoFocus maxLength={50} />
      <LongTextField {...form.field('content')} label="内容" required max={1000} rows={8} mostRows={18} />
    </InquiryForm>
  )
}
