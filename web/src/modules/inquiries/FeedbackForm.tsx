import { inquiryCalls, inquiryKinds, type InquiryKind } from '@heliodesk/contract/inquiries.ts'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { InquiryForm } from './InquiryForm.tsx'
import css from './inquiries.module.css'

type FormProps = { open: boolean; onClose: () => void; onSent: () => void }

export function FeedbackForm({ open, onClose, onSent }: FormProps) {
  const form = useForm(inquiryCalls.addFeedback.input, { kind: 'usage' })
  const saving = useSaving(inquiryCalls.addFeedback, {
    said: () => ['反馈已提交', '处理结果会回到“我的反馈”'],
    onClose,
    onSaved: onSent,
  })
  return (
    <InquiryForm
      open={open}
      title="新建反馈"
      verb="提交"
      box="feedback"
      files="截图"
      phoneHint="需要进一步了解时联系您，可不填"
      form={form}
      saving={saving}
      onClose={onClose}
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
        rows={5}
        mostRows={14}
        placeholder="在哪个页面、做了什么、看到了什么、希望怎样"
      />
    </InquiryForm>
  )
}
