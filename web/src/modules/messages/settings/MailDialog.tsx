import { messageChannelCalls as calls } from '@heliodesk/contract/message-channels.ts'
import { useState } from 'react'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'

/** The address for mails, which counts once the code that was sent there came back. */
export function MailDialog(overlay: OverlayProps) {
  const [asked, setAsked] = useState<string | null>(null)
  if (asked === null) return <AskMail {...overlay} onAsked={setAsked} />
  return <ConfirmMail {...overlay} mail={asked} />
}

function AskMail({ onAsked, ...overlay }: OverlayProps & { onAsked: (mail: string) => void }) {
  const form = useForm(calls.askMail.input, {})
  const saving = useSaving(calls.askMail, { form, onSaved: (_answer, { mail }) => onAsked(mail) })
  return (
    <FieldsDrawer
      {...overlay}
      title="接收消息的邮箱"
      verb="发送验证码"
      form={form}
      saving={saving}
      onSend={saving.send}
    >
      <TextField {...form.field('mail')} label="邮箱" required autoFocus placeholder="如 name@example.com" />
    </FieldsDrawer>
  )
}

function ConfirmMail({ mail, ...overlay }: OverlayProps & { mail: string }) {
  const form = useForm(calls.confirmMail.input, {})
  const saving = useSaving(calls.confirmMail, {
    form,
    faults: { 'message.code': ['code'] },
    said: () => ['邮箱已确认', mail],
    onClose: overlay.onClose,
  })
  return (
    <FieldsDrawer {...overlay} title="确认邮箱" verb="确认" form={form} saving={saving} onSend={saving.send}>
      <TextField
        {...form.field('code')}
        label="验证码"
        required
        autoFocus
        hint={`已发到 ${mail}，10 分钟内有效`}
      />
    </FieldsDrawer>
  )
}
