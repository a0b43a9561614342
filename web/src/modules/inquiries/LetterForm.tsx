import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { SenderFields } from './SenderFields.tsx'
import css from './inquiries.module.css'

type FormProps = { open: boolean; onClose: () => void; onSent: () => void }

export function LetterForm({ open, onClose, onSent }: FormProps) {
  const form = useForm(inquiryCalls.addLetter.input, {})
  const [uploading, setUploading] = useState(false)
  const saving = useSaving(inquiryCalls.addLetter, {
    said: () => ['信已寄出', '答复会回到“我写的信”'],
    onSaved: onSent,
  })
  return (
    <FieldsDrawer
      open={open}
      inAddress
      title="给总经理写信"
      verb="寄出"
      form={form}
      saving={saving}
      refusal={uploading ? '附件还在上传，请稍候' : null}
      uploading={uploading}
      onClose={onClose}
      onSend={saving.send}
    >
      <p className={`${css.letterNote} wide t2`}>
        <Lock className="i s" aria-hidden />
        只有收信人和您自己看得到这封信
      </p>
      <TextField {...form.field('title')} label="标题" className="wide" required autoFocus maxLength={50} />
      <LongTextField {...form.field('content')} label="内容" required max={1000} rows={{ min: 8, max: 18 }} />
      <SenderFields form={form} label="附件" box="mail" phoneHint="可不填" onBusy={setUploading} />
    </FieldsDrawer>
  )
}
