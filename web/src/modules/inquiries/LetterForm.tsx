import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { Input } from 'antd'
import { Lock } from 'lucide-react'
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

export function LetterForm({ open, onClose, onSent }: FormProps) {
  const form = useForm(inquiryCalls.addLetter.input, {})
  const [uploading, setUploading] = useState(false)
  const command = useCommand(inquiryCalls.addLetter, {
    refresh: inquiryViews,
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '信已寄出', text: '答复会回到“我写的信”' })
      onSent()
    },
  })
  return (
    <FieldsDrawer
      open={open}
      inAddress
      title="给总经理写信"
      verb="寄出"
      form={{ form: form.form, dirty: form.dirty && !command.isSuccess }}
      error={command.error}
      busy={command.isPending}
      refusal={uploading ? '附件还在上传，请稍候' : null}
      uploading={uploading}
      onClose={onClose}
      onSubmit={() => form.submit((input) => command.mutate(input))}
    >
      <p className="letter-note wide t2">
        <Lock className="i s" aria-hidden />
        只有收信人和您自己看得到这封信
      </p>
      <Field label="标题" required className="wide" error={form.errorOf('title')}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={50}
            value={form.values.title ?? ''}
            onChange={(event) => form.set('title', event.target.value)}
            onBlur={() => form.leave('title')}
          />
        )}
      </Field>
      <Field label="内容" required className="wide" error={form.errorOf('content')}>
        {(control) => (
          <CountedTextarea
            {...control}
            max={1000}
            rows={{ min: 8, max: 18 }}
            value={form.values.content ?? ''}
            onChange={(text) => form.set('content', text)}
            onBlur={() => form.leave('content')}
          />
        )}
      </Field>
      <AttachmentField
        label="附件"
        box="mail"
        error={form.errorOf('files')}
        onPaths={(paths) => form.set('files', paths)}
        onBusy={setUploading}
      />
      <Field label="联系电话" error={form.errorOf('phone')} hint="可不填">
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
