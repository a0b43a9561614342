import { inquiryCalls, inquiryKinds, type InquiryKind } from '@heliodesk/contract/inquiries.ts'
import { useState } from 'react'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { SenderFields } from './SenderFields.tsx'
import css from './inquiries.module.css'

type FormProps = { open: boolean; onClose: () => void; onSent: () => void }

export function FeedbackForm({ open, onClose, onSent }: FormProps) {
  const form = useForm(inquiryCalls.addFeedback.input, { kind: 'usage' })
  const [uploading, setUploading] = useState(false)
  const saving = useSaving(inquiryCalls.addFeedback, {
    said: () => ['反馈已提交', '处理结果会回到“我的反馈”'],
    onClose,
    onSaved: onSent,
  })
  return (
    <FieldsDrawer
      open={open}
      title="新建反馈"
      verb="提交"
      form={form}
      saving={saving}
      refusal={uploading ? '截图还在上传，请稍候' : null}
      uploading={uploading}
      onClose={onClose}
      onSend={saving.send}
    >
      <fieldset className={`${css.kindChoice} wide`}>
        <legend>类型</legend>
        {(Object.entries(inquiryKinds) as [InquiryKind, string][]).map(([kind, title]) => (
          <label key={kind} className={form.values.kind === kind ? 'on' : undefined}>
            <input
              type="radio"
              name="kind"
              checked={form.values.kind === kind}
              onChange={() => form.set('kind', kind)}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <LongTextField
        {...form.field('content')}
        label="问题或建议"
        required
        autoFocus
        max={1000}
        rows={{ min: 5, max: 14 }}
        placeholder="在哪个页面、做了什么、看到了什么、希望怎样"
      />
      <SenderFields
        form={form}
        label="截图"
        box="feedback"
        phoneHint="需要进一步了解时联系您，可不填"
        onBusy={setUploading}
      />
    </FieldsDrawer>
  )
}
