import { inquiryCalls, inquiryRefusal } from '@heliodesk/contract/inquiries.ts'
import { Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useForm } from '../../kit/use-form.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { AttachmentField } from './AttachmentField.tsx'
import type { Inquiry } from './inquiry.ts'
import css from './inquiries.module.css'

type ReplyFormProps = {
  inquiry: Inquiry
  onRefresh: () => void
  onTyping: (typing: { dirty: boolean; uploading: boolean }) => void
}

const words = inquiryCalls.reply.input.pick({ content: true, files: true })

/** An answer of the office, or a further message of the sender, until the inquiry is closed. */
export function ReplyForm({ inquiry, onRefresh, onTyping }: ReplyFormProps) {
  const { id, version, own, state, box } = inquiry
  const form = useForm(words, {})
  const [sent, setSent] = useState(0)
  const [uploading, setUploading] = useState(false)
  const { dirty } = form
  useEffect(() => onTyping({ dirty, uploading }), [dirty, uploading, onTyping])
  const command = useCommand(inquiryCalls.reply, {
    errors: 'own',
    onSuccess: () => {
      form.reset({})
      setSent(sent + 1)
      notify({ kind: 'success', title: own ? '补充已发送' : '回复已发送' })
    },
  })
  const refusal = inquiryRefusal(own ? 'add' : 'answer', state)
  if (refusal)
    return (
      <p className={`${css.threadClosed} t2`}>
        <Lock className="i s" aria-hidden />
        已关闭，不能再回复
      </p>
    )
  return (
    <Form
      ref={form.form}
      className={`touch-send ${css.replyForm}`}
      aria-label={own ? '补充说明' : '回复'}
      onSend={() => form.submit((input) => command.mutate({ ...input, id, version }))}
    >
      <Field label={own ? '补充说明' : '回复内容'} required error={form.errorOf('content')}>
        {(control) => (
          <CountedTextarea
            {...control}
            max={1000}
            rows={3}
            mostRows={10}
            value={form.values.content ?? ''}
            onChange={(text) => form.set('content', text)}
            onBlur={() => dirty && form.leave('content')}
          />
        )}
      </Field>
      <AttachmentField
        key={sent}
        label="附件"
        box={box}
        error={form.errorOf('files')}
        onPaths={(paths) => form.set('files', paths)}
        onBusy={setUploading}
      />
      <CommandAlert error={command.error} onRefresh={onRefresh} />
      <div className={css.go}>
        <Button
          kind="pri"
          submit
          busy={command.isPending}
          refusal={uploading ? '附件还在上传，请稍候' : null}
        >
          {own ? '发送' : '回复'}
        </Button>
      </div>
    </Form>
  )
}
