import { inquiryCalls, inquiryKinds, type InquiryKind } from '@heliodesk/contract/inquiries.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field } from '../../kit/Field.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { AttachmentField } from './AttachmentField.tsx'
import { inquiryViews } from './inquiry.ts'

type FormProps = { open: boolean; onClose: () => void; onSent: () => void }

export function FeedbackForm({ open, onClose, onSent }: FormProps) {
  const form = useForm(inquiryCalls.addFeedback.input, { kind: 'usage' })
  const [uploading, setUploading] = useState(false)
  const command = useCommand(inquiryCalls.addFeedback, {
    refresh: inquiryViews,
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '反馈已提交', text: '处理结果会回到“我的反馈”' })
      onClose()
      onSent()
    },
  })
  return (
    <FieldsDrawer
      open={open}
      title="新建反馈"
      verb="提交"
      form={form}
      error={command.error}
      busy={command.isPending}
      refusal={uploading ? '截图还在上传，请稍候' : null}
      uploading={uploading}
      onClose={onClose}
      onSubmit={() => form.submit((input) => command.mutate(input))}
    >
      <fieldset className="kind-choice wide">
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
      <Field label="问题或建议" required className="wide" error={form.errorOf('content')}>
        {(control) => (
          <CountedTextarea
            {...control}
            autoFocus
            max={1000}
            rows={{ min: 5, max: 14 }}
            placeholder="在哪个页面、做了什么、看到了什么、希望怎样"
            value={form.values.content ?? ''}
            onChange={(text) => form.set('content', text)}
            onBlur={() => form.leave('content')}
          />
        )}
      </Field>
      <AttachmentField
        label="截图"
        box="feedback"
        error={form.errorOf('files')}
        onPaths={(paths) => form.set('files', paths)}
        onBusy={setUploading}
      />
      <Field label="联系电话" error={form.errorOf('phone')} hint="需要进一步了解时联系您，可不填">
        {(control) => (
          <Input
            {...control}
            inputMode="tel"
            autoComplete="tel"
            value={form.values.phone ?? ''}
            onChange={(event) => form.set('phone', event.target.value)}
            onBlur={() => form.leave('phone')}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}
